// A page is as dark as the reader's system.
"use strict";

{
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const paint = () => (document.documentElement.className = dark.matches ? "dark" : "light");
    dark.addEventListener("change", paint);
    paint();
}
