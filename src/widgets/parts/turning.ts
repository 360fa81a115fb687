/**
 * Page transitions between a list and its items, and between chapters: the text cross-fades and everything around it stays. Other pages change at
 * once: a snapshot of the whole old page would take more time than the new page does (bench/navigation).
 */
export const turningCss = (text: string) => `
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
