import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { isAutoPath, menuAreas } from "./app-pages.ts";

/** The path whose permission counts for an auto page: in areas of menus, that of `/paas`. */
const permissionPath = (path: string): string => {
  const [, area = "", ...rest] = path.split("/");
  return menuAreas.includes(area) && isAutoPath(path) ? `/paas/${rest.join("/")}` : path;
};

/** The query parameters that distinguish pages of one path (B-241). */
function queryOf(path: string, query: URLSearchParams): string {
  const name = /\/autoconfig\/(list|edit)$/.test(path) ? "key" : /\/(tag|class)\//.test(path) ? "type" : undefined;
  if (name === undefined) return "";
  const value = [...query].find(([key]) => key.toLowerCase() === name)?.[1];
  return value === undefined ? "" : `?${name}=${value.toLowerCase()}`;
}

/**
 * The wire's id of the permission to open a page: first and last twelve characters of the SHA-256 of its path in lower case (B-241,
 * B-300). It names the permission and proves nothing: the server decides on every call.
 */
export function pagePermissionId(path: string, query = new URLSearchParams()): string {
  const normalizedPath = path.toLowerCase().replace(/(?<=.)\/$/, "");
  const hash = bytesToHex(sha256(utf8ToBytes(permissionPath(normalizedPath) + queryOf(normalizedPath, query))));
  return hash.slice(0, 12) + hash.slice(-12);
}
