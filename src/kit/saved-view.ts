import type { pageSizes } from "./auto.ts";
import type { Filter, SortOrder } from "./filter.ts";
import type { ListLayout } from "./list-layout.ts";

/** The content of a view of a list. */
export type ViewContent = {
  /** Search values by field, as in the address. */
  fields: Record<string, string>;
  filter?: Filter | undefined;
  sort?: SortOrder | undefined;
  pageSize?: (typeof pageSizes)[number] | undefined;
  /** Undefined: each reader's own layout of the list. */
  layout?: ListLayout | undefined;
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
  /** Whether the reader has another layout for this view than the view itself. */
  isLayoutChanged: boolean;
};
