// The start page of the app: it shows the site in a view of its own as soon as that is loaded. `settings`: the address and the origin of the site, where
// the current version is said, the number of this one, and the texts.
const { origin, start, versionUrl, number, newer } = settings;
const locale = navigator.language.startsWith("zh") ? "zh" : "en";

for (const element of document.querySelectorAll("[data-locale]")) element.hidden = element.dataset.locale !== locale;

/** Says that a newer version is the current one. Without an answer, nothing is said. */
function checkVersion() {
  const request = new plus.net.XMLHttpRequest();
  request.onreadystatechange = () => {
    if (request.readyState !== 4 || request.status !== 200) return;
    const { result } = JSON.parse(request.responseText);
    if (result.version > number) plus.nativeUI.toast(newer[locale], { duration: "long" });
  };
  request.open("GET", versionUrl);
  request.send();
}

document.addEventListener("plusready", () => {
  const view = plus.webview.create(start, "site", {
    top: "0px",
    bottom: "0px",
    backButtonAutoControl: "hide",
    popGesture: "hide",
  });
  // Other sites open in the browser of the phone. Older phones know no `replaceAll`.
  const pattern = origin.split(".").join("\\.") + "([/?#].*)?";
  view.overrideUrlLoading({ mode: "allow", match: pattern, exclude: "redirect" }, ({ url }) =>
    plus.runtime.openURL(url),
  );
  view.addEventListener("loaded", () => view.show("fade-in", 150));
  plus.key.addEventListener("backbutton", () =>
    view.canBack(({ canBack }) => (canBack ? view.back() : plus.runtime.quit())),
  );
  checkVersion();
});
