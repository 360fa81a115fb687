/** The builder's entry at `/design/make`, which needs a theme. */
import { sql } from "drizzle-orm";
import { describe, it } from "vitest";
import { canvasFrame } from "../support/builder.ts";
import { devices, expectNoPageProblems, openBrowser } from "../support/browser.ts";
import { client } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { newSpaceOwner } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";

const texts = {
  zh: { illegal: "非法访问，请从站点模板中心进入", ok: "知道了", signIn: "去登录", page: "非法访问" },
  en: {
    illegal: "Illegal access. Please enter from the site template centre.",
    ok: "OK",
    signIn: "Sign in",
    page: "Illegal access",
  },
};

const server = await sharedServer();
const open = await openBrowser();

describe.each(devices)("in $locale, $width px wide", ({ locale, width }) => {
  const t = texts[locale];

  it("S-074, B-196, B-366: opens the pages of a theme in the builder, says without one that the access is illegal, and asks visitors to sign in", async () => {
    const owner = await newSpaceOwner(server);
    const { call } = client(server, owner);
    const name = { zh: "春季", en: "Spring" };
    const { id: themeId } = (await call("POST Api/{type}/QueryAdd", { type: "theme", name } as never)) as {
      id: string;
    };
    const row = { type: "page", path: "/spring", title: name, description: name, theme: themeId };
    const { id: pageId } = (await call("POST Api/{type}/QueryAdd", row as never)) as { id: string };
    const visitor = await open({ url: server.url, locale, width });
    const { page, context, problems } = visitor;
    await page.goto(`/design/make?themeId=${themeId}`);
    await page.getByRole("button", { name: t.signIn, exact: true }).click();
    await page.waitForURL("**/user/login");
    problems.splice(0);

    await context.addCookies(sessionCookies(owner, server.url));
    await page.goto(`/design/make?themeId=${themeId}`);
    await page.waitForURL(`**/builder/${pageId}`);
    await canvasFrame(page).locator("main").waitFor();

    const stranger = await newSpaceOwner(server);
    const [foreign] = await server.database.system((tx) =>
      tx.rows<{ id: string }>(
        sql`insert into theme (id, tenant_id, name) values (gen_random_uuid(), ${stranger.tenantId}::uuid, '{"en":"Other"}') returning id`,
      ),
    );
    for (const query of ["", "?themeId=nonsense", `?themeId=${foreign!.id}`]) {
      await page.goto(`/design/make${query}`);
      const alert = page.getByRole("alertdialog").or(page.getByRole("dialog"));
      await alert.getByText(t.illegal).waitFor();
      await alert.getByRole("button", { name: t.ok }).click();
      await page.waitForURL("**/505");
      await page.getByRole("heading", { name: t.page }).waitFor();
    }
    problems.splice(0);
    await expectNoPageProblems(visitor);
  });
});
