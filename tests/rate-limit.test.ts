/** Rate limits per IP address and route, independent of the spelling of the path. */
import { describe, expect, it } from "vitest";
import { startServer } from "./support/server.ts";

const perMinute = 60;
const server = await startServer({
  RATE_LIMIT_PER_MINUTE: String(perMinute),
  TRUST_PROXY: "127.0.0.1",
  ADMIN_SIGN: "the-sign-of-the-entrance",
});

let addressCount = 0;
/** Sends `count` requests from a new IP address and counts the statuses of the responses. */
async function countStatuses(count: number, request: (index: number) => [path: string, init?: RequestInit]) {
  const ip = `203.0.113.${(addressCount += 1)}`;
  const counts: Record<number, number> = {};
  for (let index = 0; index < count; index += 1) {
    const [path, init] = request(index);
    const headers = { ...(init?.headers as Record<string, string>), "x-forwarded-for": ip };
    const { status } = await fetch(server.url + path, { redirect: "manual", ...init, headers });
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

const json = (value: object): RequestInit => ({
  method: "POST",
  body: JSON.stringify(value),
  headers: { "content-type": "application/json" },
});
const form = (message: string): RequestInit => ({
  method: "POST",
  body: new URLSearchParams({ name: "a", contact: "a@b.cn", message }).toString(),
  headers: { "content-type": "application/x-www-form-urlencoded" },
});

describe.each(["/api", "/Api", "/aPi", "/API", "/%61pi", "/ap%69"])("a call under %s", (base) => {
  it("is limited as its definition says", async () => {
    const guess = () => [`${base}/Admin/CheckSign`, json({ sign: "x" })] as [string, RequestInit];
    expect(await countStatuses(40, guess)).toEqual({ 200: 20, 429: 20 });
  });

  it("counts towards the limit of all calls", async () => {
    expect(await countStatuses(perMinute + 5, () => [`${base}/basic/ip/country`])).toEqual({ 200: perMinute, 429: 5 });
    expect(await countStatuses(perMinute + 5, () => [`${base}/no/such/call`])).toEqual({ 404: perMinute, 429: 5 });
  });
});

it("shares its limit among all spellings of a call", async () => {
  const spellings = [
    "/api/Admin/CheckSign",
    "/aPi/ADMIN/checksign",
    "/%61pi/admin/CheckSign/",
    "/api/admin/%63hecksign",
  ];
  const guess = (index: number) => [spellings[index % 4]!, json({ sign: "x" })] as [string, RequestInit];
  expect(await countStatuses(40, guess)).toEqual({ 200: 20, 429: 20 });
});

it.each(["/contactus", "/ContactUs", "/%63ontactus"])(
  "accepts six messages a minute on the contact form at %s",
  async (path) => {
    expect(await countStatuses(20, (index) => [path, form(`${path} ${index}`)])).toEqual({ 303: 6, 429: 14 });
  },
);

it("renders 300 previews a minute of each kind: of templates, shared drafts and items of the market", async () => {
  for (const [path, status] of [
    ["/outer/template?key=none", 404],
    ["/outer/api?token=none", 404],
    ["/outer/market?id=none", 404],
  ] as const)
    expect([path, await countStatuses(302, () => [path])]).toEqual([path, { [status]: 300, 429: 2 }]);
});

it("counts a call with its own limit towards the limit of all calls", async () => {
  const requestAt = (index: number): [string, RequestInit?] =>
    index < 20 ? ["/api/Admin/CheckSign", json({ sign: "x" })] : ["/api/basic/ip/country"];
  expect(await countStatuses(perMinute + 5, requestAt)).toEqual({ 200: perMinute, 429: 5 });
});

it("counts an IPv6 network as one address", async () => {
  let admittedCount = 0;
  for (let index = 0; index < 40; index += 1) {
    const headers = { "content-type": "application/json", "x-forwarded-for": `2001:db8:1:2::${index.toString(16)}` };
    const answer = await fetch(`${server.url}/api/Admin/CheckSign`, { ...json({ sign: "x" }), headers });
    if (answer.status === 200) admittedCount += 1;
  }
  expect(admittedCount).toBe(20);
});

it("returns the time to retry", async () => {
  const from = { "x-forwarded-for": "203.0.113.250" };
  let answer = await fetch(`${server.url}/api/basic/ip/country`, { headers: from });
  for (let index = 0; index < perMinute; index += 1)
    answer = await fetch(`${server.url}/api/basic/ip/country`, { headers: from });
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
});

it.each(["/index", "/assets/icon.svg", "/robots.txt", "/paas/index", "/health/live", "/health/ready"])(
  "never limits documents, files and health checks: %s",
  async (path) => {
    expect(await countStatuses(perMinute + 40, () => [path])).toEqual({ 200: perMinute + 40 });
  },
);
