/**
 * The CSS of page transitions between a list and its items, and between chapters: the element with the selector `text` cross-fades, and the rest of the
 * page changes at once, because a snapshot of the whole page takes longer than loading the next page (bench/navigation).
 */
export const pageTransitionCss = (text: string) => `
@media (prefers-reduced-motion: no-preference) {
  @view-transition {
    navigation: auto;
  }
  :root {
    view-transition-name: none;
  }
  ${text} {
    view-transition-name: text;
  }
  ::view-transition-group(text) {
    animation-duration: 0.16s;
  }
}`;
