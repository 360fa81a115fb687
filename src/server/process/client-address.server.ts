/** The network of a request, for limits: an IPv4 address, or an IPv6 /64, which one household or server has. */
export function sourceOf(ip: string): string {
  if (!ip.includes(":")) return ip;
  const [head = "", tail = ""] = ip.split("%")[0]!.split("::");
  const leading = head === "" ? [] : head.split(":");
  const right = tail === "" ? [] : tail.split(":");
  const groups = ip.includes("::")
    ? [...leading, ...Array<string>(Math.max(0, 8 - leading.length - right.length)).fill("0"), ...right]
    : leading;
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
