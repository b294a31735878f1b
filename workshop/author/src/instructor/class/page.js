// The rows of a table in the order of a column, at a click on its head. Without this all is there, in the first order.
for (const table of document.querySelectorAll("table.sorts")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const up = head.getAttribute("aria-sort") !== "ascending";
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      const key = (row) => row.cells[column].dataset.key ?? row.cells[column].textContent;
      const order = (a, b) => key(a).localeCompare(key(b), undefined, { numeric: true });
      const rows = [...table.tBodies[0].rows].sort((a, b) => (up ? order(a, b) : order(b, a)));
      table.tBodies[0].append(...rows);
    });
  });
}
// A link to what is folded opens it; and on paper nothing can be opened.
const open = () => {
  const place = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const fold = place?.closest("details");
  if (fold) { fold.open = true; place.scrollIntoView(); }
};
addEventListener("hashchange", open);
open();
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((fold) => (fold.open = true)));
