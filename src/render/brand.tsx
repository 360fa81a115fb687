import type { RenderContext } from "#kit/widget.ts";
import { BrandMark } from "#ui/art/mark.tsx";
import { topMenu } from "./top-menu.ts";

/** The brand's sign and name, leading home. */
export function Brand({ context }: { context: RenderContext }) {
  return (
    <a className="brand" href={topMenu.home.url}>
      <BrandMark />
      <span>{context.say(context.site.name)}</span>
    </a>
  );
}
