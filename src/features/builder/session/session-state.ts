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

/** What stands in the way of saving or publishing: a record (or the page's settings) and the field at fault, by path. */
export type Fault = { id: string; field?: string; message: string };

/** Two people changed the same records: who, when, and the page as it is on the server. */
export type Conflict = { records: { id: string; by: string; at: string }[]; theirs: PageInfo };

/** What the editor has to ask or tell about before it can go on. */
export type Question =
  | { kind: "conflict"; conflict: Conflict }
  | { kind: "faults"; title: string; faults: Fault[] }
  | undefined;

/** A published version, as the list of versions says it. */
export type Version = CallOutput<"GET Api/SitePage/Snapshots">[number];
/** What a version says. */
export type Snapshot = CallOutput<"GET Api/SitePage/Snapshot">;
export type Published = PageInfo["published"];
export type Base = { rev: number; page: PageDocument };
