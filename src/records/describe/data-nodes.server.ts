import { z } from "zod";

/**
 * What a node of data is (N-051). Entities that spaces define have another number than those of the program; people read both as entities (B-206).
 * An object is a field whose values have fields of their own: a group of fields, or rows.
 */
export const dataKinds = {
  entity: 1,
  configuration: 2,
  view: 3,
  enumeration: 4,
  relation: 5,
  object: 6,
  ownEntity: 7,
} as const;
export type DataKind = (typeof dataKinds)[keyof typeof dataKinds];

/** Something that a space has data of, and what it consists of. */
export type DataItem = { id: string; name: string; kind: DataKind; children?: readonly DataItem[] };

type DataNode = Omit<DataItem, "children"> & { fatherId: string | null; sortOrder: number; children: DataNode[] };

const node: z.ZodType<DataNode> = z.strictObject({
  id: z.string(),
  name: z.string(),
  kind: z.literal(Object.values(dataKinds)),
  fatherId: z.string().nullable(),
  /** The position among its siblings, from 0. */
  sortOrder: z.number(),
  children: z.lazy(() => z.array(node)),
});

/** The output of the calls that answer data as a tree. */
export const dataTreeOutput = z.array(node);

/** Items as the nodes of a tree. */
export const toDataTree = (items: readonly DataItem[], fatherId: string | null = null): DataNode[] =>
  items.map(({ children = [], ...item }, sortOrder) => ({
    ...item,
    fatherId,
    sortOrder,
    children: toDataTree(children, item.id),
  }));
