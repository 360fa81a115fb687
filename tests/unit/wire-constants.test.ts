/** Constants of the wire format. */
import { expect, it, vi } from "vitest";
import { defaultPageSize, pageSizes } from "#kit/auto.ts";
import { extraHeaders, rememberCaller } from "#client/legacy-headers.ts";
import { closeProgress, openProgress } from "#features/builder/governance/progress.ts";
import { nodes } from "#render/registry.ts";
import { palette } from "#ui/palette.ts";
import resetPassword from "#features/auth/sign-in/calls/find-password.server.ts";
import ipCountry from "#features/auth/session/calls/ip-country.server.ts";
import submitContact from "#features/contact/calls/submit.server.ts";
import upload from "#features/media/calls/upload.server.ts";
import uploadBase64 from "#features/media/calls/upload-base64.server.ts";
import contentDetail from "#features/site/calls/content-detail.server.ts";
import { clientVersion } from "#kit/version.ts";
import { newId } from "#server/process/id.server.ts";

it('B-207, B-378: the client version is the string "3.10"', () => {
  expect(clientVersion).toBe("3.10");
});

it("a list offers pages of 10, 15, 30, 60 and 120 rows and starts with 15", () => {
  expect([pageSizes, defaultPageSize]).toEqual([[10, 15, 30, 60, 120], 15]);
});

it("B-297: an id is a GUID of 36 characters, and ids are unique", () => {
  const ids = Array.from({ length: 1_000 }, newId);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(1_000);
});

it("B-390: the names of the palette and of headers, the sizes of new nodes and the events of progress", () => {
  expect(palette.map(({ key }) => key)).toEqual([
    "brand",
    "primary",
    "success",
    "info",
    "warning",
    "danger",
    "accent",
    "dark",
    "light",
  ]);
  expect(Object.fromEntries([...nodes.values()].map(({ type, size }) => [type, [size.w, size.h]]))).toEqual({
    text: [100, 30],
    image: [200, 150],
    video: [320, 180],
    button: [200, 45],
    carousel: [440, 180],
    qrcode: [120, 120],
    map: [440, 300],
    line: [200, 2],
    rectangle: [120, 80],
    circle: [100, 100],
  });
  const events: string[] = [];
  vi.stubGlobal("location", { pathname: "/admin/news/list", search: "", host: "a.test" });
  vi.stubGlobal("window", { dispatchEvent: ({ type }: Event) => events.push(type) });
  try {
    const ids = { tenant: { id: "space" }, merchant: { id: "merchant" } };
    rememberCaller({ ...ids, isAdministrator: true, isSuperAdmin: false });
    expect(Object.keys(extraHeaders("/api/x", "{}", "key12345")).toSorted()).toEqual([
      "filter",
      "idempotency-key",
      "merchantId",
      "sign",
      "site",
      "tenant",
      "timestamp",
    ]);
    openProgress("run");
    closeProgress();
    expect(events).toEqual(["progress-open", "progress-close"]);
  } finally {
    vi.unstubAllGlobals();
  }
});

it("B-386: the contact form, uploads, the country, texts and the forgotten password have calls of our own; those that write have a limit per address", () => {
  const writing = [submitContact, upload, uploadBase64, resetPassword];
  expect(writing.map(({ path, limit }) => [path, limit?.windowSeconds])).toEqual([
    ["basic/contact/submit", 60],
    ["Api/File/Upload", 60],
    ["Api/File/UploadBase64", 60],
    ["user/findPassword", 60],
  ]);
  expect([ipCountry, contentDetail].map(({ method, path }) => `${method} ${path}`)).toEqual([
    "GET basic/ip/country",
    "GET basic/content/detail",
  ]);
});
