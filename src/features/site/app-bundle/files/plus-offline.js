// The offline page of the app: its button opens the site again.
const { start } = settings;
const locale = navigator.language.startsWith("zh") ? "zh" : "en";

for (const element of document.querySelectorAll("[data-locale]")) element.hidden = element.dataset.locale !== locale;
for (const button of document.querySelectorAll("button"))
  button.addEventListener("click", () => location.replace(start));
