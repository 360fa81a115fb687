import { overrideIn, recordForClient, variantIn, withOverride } from "#kit/client-override.ts";
import { clampNumber } from "#kit/clamp-number.ts";
import { roundBox } from "#kit/geometry.ts";
import type { RecordChange } from "#kit/page.ts";
import { widgetAbove } from "#kit/page-tree.ts";
import type { Editor } from "./editor.ts";

/**
 * Takes a node out of the stack at the edited width, in the client in view or in all: its place there becomes where it stands now, and its canvas keeps the height that it has now,
 * because a node outside the stack does not make it higher. One step of undo.
 */
export function placeFreely({ store, frame }: Editor, id: string): void {
  const width = store.editedWidth();
  const client = store.client();
  const variant = variantIn(client, width);
  const node = store.stored.record(id);
  const canvas = widgetAbove(store.stored.record, id);
  const stage = canvas === undefined ? undefined : frame.placeStageOf(canvas.id);
  const currentBox = frame.boxOf(id);
  if (
    width === undefined ||
    variant === undefined ||
    node?.kind !== "node" ||
    canvas === undefined ||
    stage === undefined
  )
    return;
  const box = roundBox(
    currentBox === undefined
      ? { x: 0, y: 0, w: node.box.w, h: node.box.h }
      : {
          x: (currentBox.x - stage.x) / stage.unit,
          y: (currentBox.y - stage.y) / stage.unit,
          w: currentBox.w / stage.unit,
          h: currentBox.h / stage.unit,
        },
  );
  const records: RecordChange[] = [
    { id, before: node, after: withOverride(node, variant, { ...overrideIn(node, variant), box, rotation: 0 }) },
  ];
  const override = overrideIn(canvas, variant) ?? {};
  const shown = client === undefined ? canvas : recordForClient(canvas, client);
  if (overrideIn(shown, width)?.value?.height === undefined) {
    const height = clampNumber(Math.round(stage.h), { min: 40, max: 4000, fallback: 240 });
    const after = withOverride(canvas, variant, { ...override, value: { ...override.value, height } });
    records.push({ id: canvas.id, before: canvas, after });
  }
  store.edit({ records }, { isStored: true });
}
