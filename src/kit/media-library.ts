import type { FileKind } from "./stored-file.ts";

/** The kinds of files that have a library: the last segment of its address. */
export const libraryKinds = ["image", "video"] as const satisfies readonly FileKind[];
export type LibraryKind = (typeof libraryKinds)[number];
