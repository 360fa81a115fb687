import { expect, it } from "vitest";
import { previewScale, pxOfRpx, rootFontSize } from "#kit/page-scale.ts";

it("B-086: a preview is scaled by the width of the body without 390 px, divided by that of the design, and never below 0.1", () => {
  expect(previewScale(1830, 1440)).toBe(1);
  expect(previewScale(1110, 1440)).toBe(0.5);
  expect(previewScale(390, 1440)).toBe(0.1);
  expect(previewScale(0, 1440)).toBe(0.1);
});

it("B-087: a length in rpx is half as many px", () => {
  expect(pxOfRpx(750)).toBe(375);
  expect(pxOfRpx(1)).toBe(0.5);
});

it("B-088: the root font size of a drawn page is the width of the window, divided by 750, times 4.6", () => {
  expect(rootFontSize(750)).toBe(4.6);
  expect(rootFontSize(375)).toBe(2.3);
  expect(rootFontSize(1500)).toBe(9.2);
});
