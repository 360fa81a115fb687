// A page of the mini program, which shows a page of the site. `settings`: the origin of the site, the page of a tab, and the name in shared cards. The page
// without a tab shows the path that it was opened with.
const { origin, path: ownPath, isTab, name } = settings;

/** The address of a page. That of a tab says that the mini program has the tab bar, so the site shows none. */
function addressOf(path) {
  const url = path.startsWith("/") ? origin + path : path;
  if (!isTab || !url.startsWith(origin)) return url;
  const [address, fragment] = url.split("#");
  return address + (address.includes("?") ? "&" : "?") + "shell=tabs" + (fragment === undefined ? "" : "#" + fragment);
}

/** The path that was asked for, if it is one of the site. */
const pathIn = ({ path = "" }) => {
  const asked = decodeURIComponent(path);
  return /^\/(?![/\\])/.test(asked) ? asked : ownPath;
};

Page({
  data: { src: "" },
  onLoad(query) {
    this.setData({ src: addressOf(isTab ? ownPath : pathIn(query)) });
  },
  onShareAppMessage({ webViewUrl = "" }) {
    const path = webViewUrl.startsWith(origin + "/")
      ? webViewUrl.slice(origin.length).replace(/[?&]shell=tabs/, "")
      : ownPath;
    return { title: name, path: "/pages/web/index?path=" + encodeURIComponent(path) };
  },
});
