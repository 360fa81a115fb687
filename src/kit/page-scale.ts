/** The space beside a previewed page that belongs to panels, in px. */
const panelWidth = 390;
/** A preview does not become smaller than this. */
const minScale = 0.1;

/** The scale of a preview in a body of `bodyWidth` px, of a page that is `designWidth` px wide (B-086). */
export const previewScale = (bodyWidth: number, designWidth: number): number =>
  Math.max(minScale, (bodyWidth - panelWidth) / designWidth);

/** A length of mini programs in px: screens are 750 rpx wide, and two rpx are one px (B-087). */
export const pxOfRpx = (rpx: number): number => rpx / 2;

/** The width of a screen in rpx. */
export const screenRpx = 750;

/** The root font size of drawn pages, in px, in a window `screenRpx` px wide (B-088). */
const rootSizeOfScreen = 4.6;

/** The root font size of a drawn page, in px, in a window of this width in px. */
export const rootFontSize = (windowWidth: number): number => (windowWidth / screenRpx) * rootSizeOfScreen;

/** `rootFontSize` of the window that shows the page, as CSS. */
export const rootFontSizeCss = `calc(100vw / ${screenRpx} * ${rootSizeOfScreen})`;
