/** The storage of a browser: no credentials of a member, and after sign-out no data of the member (T-24). */
import { expect, it } from "vitest";
import { openBrowser } from "./support/browser.ts";
import { nextMobile } from "./support/people.ts";
import { lastCode } from "./support/mailbox.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
const open = await openBrowser();

/** Everything that scripts of a page can store. Runs in the browser. */
function readStorage(): Promise<string> {
  async function readDatabases(): Promise<unknown[]> {
    const stored = await indexedDB.databases();
    return Promise.all(
      stored.map(
        ({ name }) =>
          new Promise((resolve) => {
            const opening = indexedDB.open(name!);
            opening.onsuccess = () => {
              const stores = [...opening.result.objectStoreNames];
              if (stores.length === 0) return resolve([name]);
              const reading = opening.result.transaction(stores);
              const all: unknown[] = [name];
              for (const store of stores)
                reading.objectStore(store).getAll().onsuccess = (event) =>
                  all.push((event.target as IDBRequest).result);
              reading.oncomplete = () => resolve(all);
            };
          }),
      ),
    );
  }
  return (async () =>
    JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      await readDatabases(),
      await caches.keys(),
      document.cookie,
      history.state,
      location.href,
    ]))();
}

it("B-314, B-315, T-24: storage contains no password, code, token or profile, and the next person sees no data of the previous one", async () => {
  const { page, context } = await open({ url: server.url, locale: "en" });
  const [mobile, password] = [nextMobile(), "Harbour7x"];
  await page.goto("/user/login");
  await context.request.post(`${server.url}/api/Sms/SendVerifiyCode`, {
    headers: { "x-meridian": "1" },
    data: { mobile },
  });
  const verifyCode = await lastCode(server.url, mobile);
  const headers = { "x-meridian": "1" };
  await context.request.post(`${server.url}/api/Member/Reg`, { headers, data: { mobile, verifyCode, password } });
  await context.request.post(`${server.url}/api/user/profile`, { headers, data: { name: "Canary Ada", avatar: null } });
  await context.request.post(`${server.url}/api/user/logout`, { headers, data: {} });
  // The form of the page stores its data in the browser, unlike a request of the test.
  await page.reload();
  await page.locator("form.sign-in .line", { hasText: "Account" }).locator("input").fill(mobile);
  await page.locator("form.sign-in .line", { hasText: "Password" }).locator("input").fill(password);
  await page.locator("form.sign-in button.go").click();
  await page.waitForURL("**/paas/index");
  for (const path of ["/paas/user/setting", "/paas/news/add", "/builder", "/index"]) {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
  }
  const token = (await context.cookies()).find(({ name }) => name === "sid")!.value;
  const stored = await page.evaluate(readStorage);
  for (const secret of [password, verifyCode, token, "Canary Ada"]) expect(stored).not.toContain(secret);

  await page.goto("/paas/user/setting");
  await page.getByText("Canary Ada").first().waitFor();
  expect((await context.request.post(`${server.url}/api/user/logout`, { headers, data: {} })).status()).toBe(200);
  await page.goto("/index");
  await page.goBack();
  // The page verifies the session before it shows any data.
  await page.getByText("Please sign in").or(page.getByText("please sign in again")).first().waitFor();
  expect(await page.content()).not.toContain("Canary Ada");
  expect(await page.evaluate(readStorage)).not.toContain("Canary Ada");
});
