import { type AutoPagePart, autoPageLimits, isGroup } from "#kit/auto-page.ts";

/** A part with its place: its level, its index among its siblings, and the group around it. */
export type PlacedPart = { part: AutoPagePart; depth: number; index: number; parentId: string | undefined };

/** Parts in the order of the page, each followed by the parts in it. */
export const flatParts = (parts: readonly AutoPagePart[], depth = 0, parentId?: string): PlacedPart[] =>
  parts.flatMap((part, index) => [
    { part, depth, index, parentId },
    ...(isGroup(part) ? flatParts(part.widgets, depth + 1, part.id) : []),
  ]);

export const partOfId = (parts: readonly AutoPagePart[], id: string | undefined): AutoPagePart | undefined =>
  flatParts(parts).find(({ part }) => part.id === id)?.part;

type Parts = readonly AutoPagePart[];

/** The levels of groups in a part: 0 for a widget, 1 for a group without groups. */
const heightOf = (part: AutoPagePart): number => (isGroup(part) ? 1 + Math.max(0, ...part.widgets.map(heightOf)) : 0);

/** Replaces the part with this id by the parts that `replace` returns for it. */
function replacePart(parts: Parts, id: string, replace: (part: AutoPagePart) => Parts): AutoPagePart[] {
  return parts.flatMap((part): Parts => {
    if (part.id === id) return replace(part);
    return [isGroup(part) ? { ...part, widgets: replacePart(part.widgets, id, replace) } : part];
  });
}

export const changePart = (parts: Parts, id: string, change: (part: AutoPagePart) => AutoPagePart): AutoPagePart[] =>
  replacePart(parts, id, (part) => [change(part)]);

export const removePart = (parts: Parts, id: string): AutoPagePart[] => replacePart(parts, id, () => []);

/** Adds a part after another one; in a group, as its last part; otherwise as the last part of the page. */
export function addPart(parts: Parts, added: AutoPagePart, selectedId: string | undefined): AutoPagePart[] {
  const selected = flatParts(parts).find(({ part }) => part.id === selectedId);
  if (selected === undefined) return [...parts, added];
  const { part, depth } = selected;
  if (isGroup(part) && depth + 1 + heightOf(added) <= autoPageLimits.depth)
    return changePart(parts, part.id!, () => ({ ...part, widgets: [...part.widgets, added] }));
  return replacePart(parts, part.id!, (found) => [found, added]);
}

const withNewIds = (part: AutoPagePart, newId: () => string): AutoPagePart =>
  isGroup(part)
    ? { ...part, id: newId(), widgets: part.widgets.map((child) => withNewIds(child, newId)) }
    : { ...part, id: newId() };

/** Adds a copy of a part after it. `id`: that of the copy. */
export function duplicatePart(parts: Parts, id: string, newId: () => string): { parts: AutoPagePart[]; id: string } {
  const original = partOfId(parts, id)!;
  const copy = withNewIds(original, newId);
  return { parts: replacePart(parts, id, (part) => [part, copy]), id: copy.id! };
}

/** A place for a part: before a part, or at the end of a group. */
export type PartPlace = { before: string } | { lastIn: string } | { after: string };

/** Moves a part to another place. The same list if the part cannot be there: in itself, or nested too deeply. */
export function movePart(parts: Parts, id: string, place: PartPlace): Parts {
  const target = Object.values(place)[0]!;
  const moved = partOfId(parts, id);
  const { depth, part: found } = flatParts(parts).find(({ part }) => part.id === target) ?? {};
  if (moved === undefined || found === undefined || depth === undefined) return parts;
  if (flatParts([moved]).some(({ part }) => part.id === target)) return parts;
  const newDepth = "lastIn" in place ? depth + 1 : depth;
  if (newDepth + heightOf(moved) > autoPageLimits.depth) return parts;
  return replacePart(removePart(parts, id), target, (part) => {
    if ("before" in place) return [moved, part];
    if ("after" in place) return [part, moved];
    return isGroup(part) ? [{ ...part, widgets: [...part.widgets, moved] }] : [part, moved];
  });
}

/** Moves a part one step up or down. Steps lead into the group beside it, and out of the group around it. */
export function stepPart(parts: Parts, id: string, direction: -1 | 1): Parts {
  const flat = flatParts(parts);
  const placed = flat.find(({ part }) => part.id === id);
  if (placed === undefined) return parts;
  const { index, parentId } = placed;
  const sibling = flat.find((other) => other.parentId === parentId && other.index === index + direction)?.part;
  if (sibling === undefined) {
    if (parentId === undefined) return parts;
    return movePart(parts, id, direction === -1 ? { before: parentId } : { after: parentId });
  }
  if (isGroup(sibling)) {
    const [first] = sibling.widgets;
    const inside = direction === -1 || first === undefined ? { lastIn: sibling.id! } : { before: first.id! };
    const entered = movePart(parts, id, inside);
    if (entered !== parts) return entered;
  }
  return movePart(parts, id, direction === -1 ? { before: sibling.id! } : { after: sibling.id! });
}
