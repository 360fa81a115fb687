import { z } from "zod";
import { anyone } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { isPublished } from "#kit/common-fields.ts";
import { Problem } from "#kit/problem.ts";
import { refusal } from "#kit/refusal.ts";
import { uuidPattern } from "#server/process/id.server.ts";
import wiki from "#entities/wiki.ts";
import { readTree, type TreeNode } from "#records/describe/tree.server.ts";
import { readRows } from "#records/query/list.server.ts";

const missingKey = refusal({ zh: "请填写文档的路径名", en: "Enter the slug of a documentation page" });

type WikiNode = {
  id: string;
  name: string;
  projectId: string;
  /** 1 for the pages directly below the top page. */
  level: number;
  fatherId: string | null;
  sortOrder: number;
  userId: null;
  children: WikiNode[];
};

const node: z.ZodType<WikiNode> = z.strictObject({
  id: z.string(),
  name: z.string(),
  projectId: z.string(),
  level: z.number(),
  fatherId: z.string().nullable(),
  sortOrder: z.number(),
  /** Visitors do not learn who wrote a page. */
  userId: z.null(),
  children: z.lazy(() => z.array(node)),
});

const wikiNodesOf = (projectId: string, nodes: readonly TreeNode[], level = 1): WikiNode[] =>
  nodes.map(({ id, name, fatherId, sortOrder, children }) => ({
    id,
    name,
    projectId,
    level,
    fatherId: level === 1 ? null : fatherId,
    sortOrder,
    userId: null,
    children: wikiNodesOf(projectId, children, level + 1),
  }));

const wikiKeyTree = defineCall({
  method: "GET",
  path: "api/wiki/KeyTree",
  envelope: "site",
  title: {
    zh: "查询文档目录",
    en: "Get the published pages below a top page of the documentation as a tree. `key`: the slug or id of the top page",
  },
  access: anyone,
  input: z.strictObject({ key: z.string(missingKey).trim().min(1, missingKey).max(60) }),
  output: z.strictObject({ id: z.string(), wikis: z.array(node) }),
  async run({ key }, { locale, siteTenantId, services: { database } }) {
    const program = { kind: "system", tenantId: siteTenantId } as const;
    const hasKey = { field: uuidPattern.test(key) ? "id" : "slug", op: "eq", value: key } as const;
    const [page] = await readRows(database, program, wiki, { filter: { and: [isPublished, hasKey] }, fields: [] });
    const topPages =
      page === undefined ? [] : await readTree({ database, principal: program, locale }, wiki, isPublished);
    const project = topPages.find(({ id, fatherId }) => id === page?.id && fatherId === null);
    if (project === undefined) throw new Problem("notFound", { zh: "文档不存在", en: "Documentation not found" });
    return { id: project.id, wikis: wikiNodesOf(project.id, project.children) };
  },
});

export default wikiKeyTree;
declare module "#kit/call.ts" {
  interface Calls {
    "GET api/wiki/KeyTree": typeof wikiKeyTree;
  }
}
