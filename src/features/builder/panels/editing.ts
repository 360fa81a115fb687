import { Layers } from "#features/builder/comments/layers.tsx";
import { addClipboardListeners } from "#features/builder/editor/clipboard.ts";
import { allCommands } from "./all-commands.ts";
import { Inspector } from "./inspector.tsx";
import { MultiSelect } from "./multi-select.tsx";
import { Outline } from "./outline.tsx";

/** What a page is edited with. It is one file, loaded when the page has been drawn, so that the keys work as soon as the tree is there. */
export const editing = { Layers, Inspector, MultiSelect, Outline, addClipboardListeners, allCommands };
