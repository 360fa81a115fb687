import { call } from "#client/call.ts";
import { formatText, type Text } from "#kit/text.ts";
import type { Version } from "./session-state.ts";

const texts = {
  published: { zh: "版本 {n}", en: "version {n}" },
  named: { zh: "“{name}”", en: "“{name}”" },
};

/** The key of the query for the versions of a page. */
export const versionsKey = (pageId: string) => ["builder versions", pageId];

/** The published and the named versions of a page, the newest first. */
export async function readVersions(pageId: string, signal: AbortSignal): Promise<Version[]> {
  const [published, named] = await Promise.all([
    call("GET Api/SitePage/Snapshots", { pageId }, { signal }),
    call("GET Api/SitePage/NamedVersions", { pageId }, { signal }),
  ]);
  return [...published, ...named].toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
}

/** What a version is called within a sentence: by its number, or by its name in quotation marks. */
export const versionReference = (version: Version): Text =>
  "name" in version
    ? formatText(texts.named, { name: version.name })
    : formatText(texts.published, { n: version.number });
