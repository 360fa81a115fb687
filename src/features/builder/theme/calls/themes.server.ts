import { z } from "zod";
import { anyone } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { bestLevel, ordinaryLevel, publishedStatus } from "#kit/site-template.ts";
import { textIn } from "#kit/text.ts";
import theme from "#entities/theme.ts";
import { readRows } from "#records/query/list.server.ts";
import { allows } from "#records/registry/guard.server.ts";
import { siteTemplates, templatePreviewUrl } from "#records/site/site-templates.server.ts";
import { currentThemeId, siteCodeType } from "../theme-page.server.ts";

/** The status of a theme of one's own space on the wire: nobody else can use it. */
const privateStatus = 1;
/** The maximum number of themes of a space in the answer. */
const maxThemes = 120;

const number = () => z.coerce.number().int().min(0).max(1000).optional();

const row = z.object({
  id: z.string(),
  /** The key of a template; "" for a theme of the space. */
  sign: z.string(),
  name: z.string(),
  intro: z.string(),
  picture: z.string(),
  status: z.number(),
  level: z.number(),
  codeType: z.number(),
  userId: z.string().nullable(),
  teamUserId: z.string().nullable(),
  appId: z.string(),
  /** Whether the site of the space has this theme. */
  isCurrent: z.boolean(),
  /** Where it can be looked at, or designed. */
  url: z.string(),
  pages: z.array(z.object({ path: z.string(), title: z.string() })),
});

const themes = defineCall({
  method: "GET",
  path: "Api/SiteTheme/Page",
  envelope: "site",
  title: {
    zh: "分页查询模板与主题",
    en: "List templates and, for those who may design them, the themes of their space; every parameter narrows the list",
  },
  access: anyone,
  /** N-022. `status` 3: templates that are published; `level` 6: the best of them; `codeType` 2: themes of the admin area, of which there are none. */
  input: z.object({
    status: number(),
    level: number(),
    codeType: number(),
    /** The account, and the space, whose themes are wanted: those of the session. */
    userId: z.string().max(60).optional(),
    teamUserId: z.string().max(60).optional(),
    appId: z.string().max(60).optional(),
    pageIndex: z.coerce.number().int().min(1).max(1000).default(1),
    pageSize: z.coerce.number().int().min(1).max(100).default(20),
  }),
  output: z.object({ pageIndex: z.number(), pageSize: z.number(), total: z.number(), rows: z.array(row) }),
  async run({ pageIndex, pageSize, ...query }, { principal, locale, services }) {
    const templates = siteTemplates.map((template) => ({
      id: template.key,
      sign: template.key,
      name: template.name[locale],
      intro: template.intro[locale],
      picture: template.picture,
      status: publishedStatus,
      level: template.isFeatured === true ? bestLevel : ordinaryLevel,
      codeType: siteCodeType,
      userId: null,
      teamUserId: null,
      appId: "",
      isCurrent: false,
      url: templatePreviewUrl(template.key, template.pages[0].path),
      pages: template.pages.map(({ path, title }) => ({ path, title: title[locale] })),
    }));

    /** The themes of the reader's space. */
    async function ownThemes(): Promise<z.output<typeof row>[]> {
      if (principal.kind !== "user" || !allows(principal, theme, "read")) return [];
      const { tenantId, accountId } = principal;
      const [rows, currentId] = await Promise.all([
        readRows(services.database, principal, theme, { pageSize: maxThemes }),
        services.database.tenant(tenantId, (tx) => currentThemeId(tx, tenantId)),
      ]);
      return rows.map(({ id, name }) => ({
        id,
        sign: "",
        name: textIn(name, locale),
        intro: "",
        picture: "",
        status: privateStatus,
        level: ordinaryLevel,
        codeType: siteCodeType,
        userId: accountId,
        teamUserId: tenantId,
        appId: "",
        isCurrent: id === currentId,
        url: `/builder/theme/${id}`,
        pages: [],
      }));
    }

    const found = [...templates, ...(await ownThemes())].filter((candidate) =>
      Object.entries(query).every(
        ([name, value]) => value === undefined || candidate[name as keyof typeof query] === value,
      ),
    );
    const first = (pageIndex - 1) * pageSize;
    return { pageIndex, pageSize, total: found.length, rows: found.slice(first, first + pageSize) };
  },
});

export default themes;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/SiteTheme/Page": typeof themes;
  }
}
