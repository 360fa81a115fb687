/** The baseline of bench/page.ts: node:http alone, which answers every request with the body and headers of the first message to this process. */
import { createServer } from "node:http";

process.once("message", ({ headers, body }: { headers: Record<string, string>; body: string }) => {
  const bytes = Buffer.from(body, "base64");
  const server = createServer((_request, response) => {
    response.writeHead(200, headers);
    response.end(bytes);
  });
  server.listen(0, "127.0.0.1", () => process.send?.(server.address()));
});
