import { colorPattern } from "#kit/color.ts";
import type { PageSetting } from "#kit/page.ts";
import { localPicturePattern } from "#kit/picture.ts";

/** The CSS of a page's background; invalid values are left out (T-45). Without a colour for the dark scheme, that scheme keeps the one of the theme. */
export function backgroundCss({ background }: Pick<PageSetting, "background">): string {
  const { color, darkColor, image } = background ?? {};
  const isColor = (value: string | null | undefined): value is string => colorPattern.test(value ?? "");
  const ruleFor = (value: string) => `{background-color:${value}}`;
  const darkRule = ruleFor(isColor(darkColor) ? darkColor : "var(--paper)");
  return [
    ...(isColor(color) ? [`body.site${ruleFor(color)}`] : []),
    ...(isColor(color) || isColor(darkColor)
      ? [
          `@media (prefers-color-scheme:dark){:root:not([data-theme="light"]) body.site${darkRule}}`,
          `:root[data-theme="dark"] body.site${darkRule}`,
          // The colour of a scheme must not stay when the page is shown in the other one.
          ...(isColor(color) ? [`:root[data-theme="light"] body.site${ruleFor(color)}`] : []),
        ]
      : []),
    ...(localPicturePattern.test(image ?? "")
      ? [
          `body.site{background-image:url("${image}");background-position:50% 0;background-size:cover;background-repeat:no-repeat}`,
        ]
      : []),
  ].join("");
}
