import type { RenderContext } from "#kit/widget.ts";

const message = { zh: "此部分暂时无法显示。", en: "This section is temporarily unavailable." };

/** A placeholder for a widget or node that is unknown or fails, so that the rest of the page is shown. */
export function BrokenPlaceholder({ context }: { context: RenderContext }) {
  return <p className="broken">{context.t(message)}</p>;
}
