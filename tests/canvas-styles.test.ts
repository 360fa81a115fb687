/** The style sheets of the canvas of the builder. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, it } from "vitest";

it("the canvas of the builder has the style sheets of every page", () => {
  const sheetsIn = (file: string, pattern: RegExp) =>
    [...readFileSync(`src/render/page/${file}`, "utf8").matchAll(pattern)].map(([, sheet]) => basename(sheet!));
  const ofPages = ["style.ts", "parts/tab-bar.tsx"].flatMap((file) => sheetsIn(file, /from "(\S+\.css)\?raw"/g));
  const ofBuilder = sheetsIn("builder-page.css", /@import "(\S+)"/g);
  expect(ofPages.length).toBeGreaterThan(0);
  expect(ofBuilder.toSorted()).toEqual(ofPages.toSorted());
});
