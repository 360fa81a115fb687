import type { TopLink } from "#kit/site.ts";
import type { RenderContext } from "#kit/widget.ts";
import { ariaCurrentFor } from "./top-menu.ts";

/** Links of the main menu, in the bar and in the drawer alike. */
export function TopLinks({ links, context }: { links: readonly TopLink[]; context: RenderContext }) {
  return links.map((link, index) => (
    <a key={index} href={link.url} aria-current={ariaCurrentFor(context, link)}>
      {context.t(link.name)}
    </a>
  ));
}
