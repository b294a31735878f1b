// A link to what is folded opens it; and on paper nothing can be opened.
const open = () => {
  const place = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const fold = place?.closest("details");
  if (fold) { fold.open = true; place.scrollIntoView(); }
};
addEventListener("hashchange", open);
open();
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((fold) => (fold.open = true)));
