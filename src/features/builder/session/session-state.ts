import type { CallOutput } from "#kit/call.ts";
import type { PageDocument } from "#kit/page.ts";

export type PageInfo = CallOutput<"POST Api/SitePage/GetPageInfo">;

/** Whether the draft is saved. */
export type SaveState =
  | { kind: "saved"; at: string; by: string }
  | { kind: "dirty" }
  | { kind: "saving" }
  /** Not saved, and why; the edits are still here. */
  | { kind: "failed"; message: string };

/** A problem that prevents saving or publishing: the record (or the page's settings) and the path of the field at fault. */
export type Fault = { id: string; field?: string; message: string };

/** A conflict: two people changed the same records. Who, when, and the page as it is on the server. */
export type Conflict = { records: { id: string; by: string; at: string }[]; theirs: PageInfo };

/** A question or notice of the editor that blocks until it is answered. */
export type Question =
  | { kind: "conflict"; conflict: Conflict }
  | { kind: "faults"; title: string; faults: Fault[] }
  | undefined;

/** A published version in the list of versions. */
export type Version = CallOutput<"GET Api/SitePage/Snapshots">[number];
/** The content of a version. */
export type Snapshot = CallOutput<"GET Api/SitePage/Snapshot">;
export type Published = PageInfo["published"];
export type Base = { rev: number; page: PageDocument };
