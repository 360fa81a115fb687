import type { pageSizes } from "./auto.ts";
import type { Filter, SortOrder } from "./filter.ts";

/** The content of a view of a list. */
export type ViewContent = {
  /** Search values by field, as the address has them. */
  fields: Record<string, string>;
  filter?: Filter | undefined;
  sort?: SortOrder | undefined;
  pageSize?: (typeof pageSizes)[number] | undefined;
};

/** A view, for one reader. */
export type SavedView = {
  id: string;
  version: number;
  name: string;
  isShared: boolean;
  /** Whether the reader saved it. */
  isOwn: boolean;
  /** Whether the reader may rename, change and delete it. */
  isEditable: boolean;
  /** Whether the list opens with it for this reader. */
  isDefault: boolean;
  /** Why the reader cannot use it. */
  problem?: string | undefined;
  content: ViewContent;
};
