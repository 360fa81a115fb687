import type { PageDocument } from "#kit/page.ts";
import wayOut from "#widgets/way-out.tsx";
import { documentOf } from "#records/site/document.server.ts";

const title = { zh: "离开本站", en: "Leaving this site" };

/** Pages by path for sites that did not design one of their own: links to other sites lead to the notice. */
const pages: ReadonlyMap<string, PageDocument> = new Map([
  ["/site/redirect", documentOf({ title, description: title }, [{ name: "way-out", value: wayOut.example }])],
]);

/** The built-in page at a path; undefined for any other path. */
export const builtInPage = (path: string): PageDocument | undefined => pages.get(path);
