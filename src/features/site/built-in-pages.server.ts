import type { PageDocument } from "#kit/page.ts";
import wayOut from "#widgets/way-out.tsx";
import { documentOf } from "#records/site/document.server.ts";

const title = { zh: "离开本站", en: "Leaving this site" };

/** Pages by path, for sites without a page of their own at that path: the notice before a visitor leaves for another site. */
const builtInPages: ReadonlyMap<string, PageDocument> = new Map([
  ["/site/redirect", documentOf({ title, description: title }, [{ name: "way-out", value: wayOut.example }])],
]);

/** The built-in page at a path; undefined for any other path. */
export const builtInPage = (path: string): PageDocument | undefined => builtInPages.get(path);
