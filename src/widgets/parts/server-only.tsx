import { formatText, type Text } from "#kit/text.ts";
import type { RenderContext } from "#kit/widget.ts";

const texts = {
  name: { zh: "此功能在静态站点中不可用。", en: "This feature is not available in the static copy of this site." },
  link: { zh: "前往 {host}", en: "Go to {host}" },
};

/** Takes the place of a part that needs the server, in a static export: what it is in words, and a link to the original page if the export has one. */
export function ServerOnly({ text = texts.name, context }: { text?: Text; context: RenderContext }) {
  const { t, path, query, staticExport } = context;
  const { originalUrl } = staticExport ?? {};
  return (
    <p className="closed" data-server-only="">
      {t(text)}
      {originalUrl !== undefined && (
        <>
          {" "}
          <a href={originalUrl + path + query} rel="noopener" data-original="">
            {t(formatText(texts.link, { host: new URL(originalUrl).host }))}
          </a>
        </>
      )}
    </p>
  );
}
