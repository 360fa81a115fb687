import {
  Archive,
  Ban,
  Check,
  CircleCheck,
  Eye,
  EyeOff,
  LayoutTemplate,
  Link2,
  type LucideIcon,
  MessageSquareText,
  Pencil,
  Pin,
  PinOff,
  Send,
  Trash2,
  Undo2,
} from "lucide-react";
import type { RowIcon } from "#kit/auto.ts";

/** The icons of row actions. Loaded with menus and the palette; a line of a list has its few (row-parts.tsx). */
export const rowIcons: Record<RowIcon, LucideIcon> = {
  open: LayoutTemplate,
  edit: Pencil,
  view: Eye,
  delete: Trash2,
  link: Link2,
  message: MessageSquareText,
  revoke: Undo2,
  publish: Send,
  unpublish: EyeOff,
  pin: Pin,
  unpin: PinOff,
  archive: Archive,
  check: Check,
  disable: Ban,
  enable: CircleCheck,
};
