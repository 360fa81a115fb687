import type { pageSizes } from "./auto.ts";
import type { Filter, SortOrder } from "./filter.ts";

/** The content of a view of a list. */
export type ViewContent = {
  /** Search values by field, as in the address. */
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
  /** Whether the reader created it. */
  isOwn: boolean;
  /** Whether the reader may rename, change and delete it. */
  isEditable: boolean;
  /** Whether it is the reader's default view. */
  isDefault: boolean;
  /** Why the view is invalid for the reader. */
  problem?: string | undefined;
  content: ViewContent;
};
