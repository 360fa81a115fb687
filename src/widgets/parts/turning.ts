/**
 * Styles of widgets whose pages are turned like those of a book: from a list to what it names, from chapter to chapter. The text fades into
 * the next one and all around it stays. Other pages change at once: a picture of the whole old page to fade from would cost more time than
 * the new page does (bench/navigation).
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
