/** Outgoing requests to addresses that people choose: the program resolves each address once and checks its IP address. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { createEgress, isPublicIp, RefusedAddress } from "#server/process/egress.server.ts";

/** The `host` header of each request that arrived during a test. */
const receivedHosts: (string | undefined)[] = [];
const receiver = createServer((incoming, response) => {
  receivedHosts.push(incoming.headers.host);
  response.end("ok");
});
receiver.listen(0, "127.0.0.1");
await once(receiver, "listening");
const { port } = receiver.address() as AddressInfo;
afterAll(() => receiver.close());
beforeEach(() => void receivedHosts.splice(0));

const request = { headers: {}, body: "{}", signal: AbortSignal.timeout(30_000) };
const reasonOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "allowed",
    (error: unknown) => (error instanceof RefusedAddress ? error.reason : error),
  );

describe("IP addresses", () => {
  it.each([
    "127.0.0.1 127.1 127.255.255.254 0.0.0.0 0x7f.0.0.1 0177.0.0.1 2130706433 10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.255 192.168.1.1",
    "169.254.169.254 169.254.0.1 100.64.0.1 100.100.100.200 192.0.0.1 192.0.2.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255",
    "::1 :: ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:a9fe:a9fe ::127.0.0.1 ::7f00:1 ::ffff:0:127.0.0.1 64:ff9b::7f00:1 64:ff9b:1::a00:1 fe80::1 fec0::1",
    "fc00::1 fd00:ec2::254 ff02::1 2002:7f00:1:: 2002:a00:1::1 2001::1 2001:db8::1 100::1 5f00::1 example localhost",
  ])("T-63: refuses private and reserved addresses in every spelling: %s", (spellings) => {
    for (const ip of spellings.split(" ")) expect([ip, isPublicIp(ip)]).toEqual([ip, false]);
  });

  it("accepts public addresses", () => {
    for (const ip of ["93.184.216.34", "1.1.1.1", "2606:4700:4700::1111", "2a00:1450:4001:82b::200e"])
      expect([ip, isPublicIp(ip)]).toEqual([ip, true]);
  });
});

describe("URLs", () => {
  it("T-63: accepts only https with a public name or IP address", async () => {
    const egress = createEgress([], async () => ["93.184.216.34"]);
    const outcomes = await Promise.all(
      [
        "https://example.org/hook",
        "http://example.org/hook",
        "https://127.0.0.1/",
        "https://127.1/",
        "https://0x7f000001/",
        "https://[::1]/",
        "https://[::ffff:7f00:1]/",
        "https://169.254.169.254/latest/meta-data",
        "https://a:b@example.org/",
        "file:///etc/passwd",
        "gopher://example.org/",
        "nonsense",
      ].map((address) => reasonOf(egress.resolve(address))),
    );
    expect(outcomes).toEqual([
      "allowed",
      "insecure",
      ...Array.from({ length: 6 }, () => "private"),
      ...Array.from({ length: 4 }, () => "address"),
    ]);
  });

  it("T-63: refuses a name that resolves to a private address or to none", async () => {
    const withPrivateAddress = createEgress([], async () => ["93.184.216.34", "127.0.0.1"]);
    expect(await reasonOf(withPrivateAddress.resolve("https://rebind.example/"))).toBe("private");
    const withoutAddress = createEgress([], async () => []);
    expect(await reasonOf(withoutAddress.resolve("https://nowhere.example/"))).toBe("name");
  });

  it("T-63: connects to the checked IP address without resolving the name again, and checks the next resolution", async () => {
    const answers = ["93.184.216.34", "127.0.0.1"];
    let lookups = 0;
    const egress = createEgress([], async () => [answers[lookups++]!]);
    expect(await egress.resolve("https://rebind.example/")).toEqual({
      url: new URL("https://rebind.example/"),
      ip: "93.184.216.34",
    });
    // A name that no name server knows: the request arrives only if it goes to the IP address.
    const host = `rebind.example:${port}`;
    const target = { url: new URL(`http://${host}/`), ip: "127.0.0.1" };
    expect(await egress.send(target, request)).toEqual({ status: 200, text: "ok", type: "" });
    expect(receivedHosts).toEqual([host]);
    expect(lookups).toBe(1);
    expect(await reasonOf(egress.resolve("https://rebind.example/"))).toBe("private");
    expect(lookups).toBe(2);
  });

  it("allows private addresses and http for the hosts and ports that the operator lists", async () => {
    const allowsHost = createEgress(["127.0.0.1"]);
    const target = await allowsHost.resolve(`http://127.0.0.1:${port}/`);
    expect(await allowsHost.send(target, request)).toEqual({ status: 200, text: "ok", type: "" });
    const allowsPort = createEgress([`127.0.0.1:${port}`]);
    expect(await reasonOf(allowsPort.resolve(`http://127.0.0.1:${port}/`))).toBe("allowed");
    expect(await reasonOf(allowsPort.resolve("http://127.0.0.1:1/"))).toBe("insecure");
    expect(await reasonOf(allowsPort.resolve("https://127.0.0.1:1/"))).toBe("private");
    expect(receivedHosts).toEqual([`127.0.0.1:${port}`]);
  });
});

it("cuts an endless response and gives up on one that never starts", async () => {
  const endless = createServer((incoming, response) => {
    if (incoming.url === "/silent") return;
    const sendMore = () => {
      while (!response.destroyed && response.write("x".repeat(1000)));
    };
    response.on("drain", sendMore);
    sendMore();
  });
  endless.listen(0, "127.0.0.1");
  await once(endless, "listening");
  const origin = `http://127.0.0.1:${(endless.address() as AddressInfo).port}`;
  const egress = createEgress(["127.0.0.1"]);
  const { text } = await egress.send(await egress.resolve(`${origin}/endless`), request);
  expect(text.length).toBe(16 * 1024);
  const silent = await egress.resolve(`${origin}/silent`);
  await expect(egress.send(silent, { ...request, signal: AbortSignal.timeout(50) })).rejects.toThrow("aborted");
  endless.closeAllConnections();
  endless.close();
});
