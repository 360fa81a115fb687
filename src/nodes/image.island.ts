/** Shows a picture in a dialog over the page. */
function openPreview(link: HTMLAnchorElement): void {
  const dialog = document.createElement("dialog");
  dialog.className = "picture-preview";
  dialog.ariaLabel = link.ariaLabel;
  const image = new Image();
  image.src = link.href;
  image.alt = link.querySelector("img")?.alt ?? "";
  const closeButton = document.createElement("button");
  closeButton.type = "button";
  closeButton.ariaLabel = link.dataset.close ?? null;
  closeButton.textContent = "×";
  dialog.append(image, closeButton);
  // A click beside the picture closes the preview too.
  dialog.addEventListener("click", ({ target }) => target !== image && dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  link.after(dialog);
  dialog.showModal();
}

/** Opens the preview instead of the linked picture. A click with a modifier key opens the picture, as on any link. */
export function attach(element: HTMLElement): void {
  const link = element.querySelector<HTMLAnchorElement>("a.preview");
  link?.addEventListener("click", (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    openPreview(link);
  });
}
