import type { RenderContext } from "#kit/widget.ts";
import { BrandMark } from "#ui/art/mark.tsx";
import { homeUrl } from "./top-menu.ts";

/** The brand mark and the name of the site, linked to the home page. */
export function Brand({ context }: { context: RenderContext }) {
  return (
    <a className="brand" href={homeUrl}>
      <BrandMark />
      <span>{context.t(context.site.name)}</span>
    </a>
  );
}
