import type { CallOutput } from "#kit/call.ts";
import type { PageDocument } from "#kit/page.ts";

/** A page's draft as the server returns it, with the last save and the published version. */
export type PageInfo = CallOutput<"POST Api/SitePage/GetPageInfo">;

/** Whether the draft is saved; `at` and `by`: the time and the author of the last save. */
export type SaveState =
  | { kind: "saved"; at: string; by: string }
  | { kind: "dirty" }
  | { kind: "saving" }
  /** Saving failed; the editor still has the edits. */
  | { kind: "failed"; message: string };

/** A problem that prevents saving or publishing: the id of the record (or `settingId`) and the path of the invalid field. */
export type Fault = { id: string; field?: string; message: string };

/** A conflict: another person changed the same records. Each record with the author and time of the other change, and the page on the server. */
export type Conflict = { records: { id: string; by: string; at: string }[]; serverPage: PageInfo };

/** A question or notice of the editor that blocks until it is answered. */
export type Question =
  | { kind: "conflict"; conflict: Conflict }
  | { kind: "faults"; title: string; faults: Fault[] }
  | undefined;

/** A published version of the page. */
export type PublishedVersion = CallOutput<"GET Api/SitePage/Snapshots">[number];
/** A version of the page: a published one, or one of the draft that has a name. */
export type Version = PublishedVersion | CallOutput<"GET Api/SitePage/NamedVersions">[number];
/** The content of a version. */
export type Snapshot = CallOutput<"GET Api/SitePage/Snapshot">;
/** The published version; null for an unpublished page. */
export type Published = PageInfo["published"];
/** The last known state of the page on the server. */
export type Base = { rev: number; page: PageDocument };
