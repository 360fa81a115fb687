/**
 * The version of a definition's settings. When their meaning changes, `version` is raised by one, and `upgrade` converts values of all earlier
 * versions so that they look the same. Records store the version they were written for, unless it is 1.
 */
export type Versioned<V extends number = number> = {
  version?: V;
  upgrade?: (value: Record<string, unknown>, from: number) => Record<string, unknown>;
};

/** @throws when the version is above 1 and the definition has no `upgrade` */
export function checkVersion({ version = 1, upgrade }: Versioned): void {
  if (version > 1 && upgrade === undefined) throw new Error(`Version ${version} of a definition needs an upgrade.`);
}

/** The `version` property of a new record of this definition; empty for version 1. */
export const versionEntry = ({ version = 1 }: Versioned): { version?: number } => (version === 1 ? {} : { version });

/**
 * A value for a definition that is part of the source code, such as a seed page. Once the definition has several versions, the value must name its
 * version, so that raising the version shows every value to review.
 */
export type VersionedValue<D> = D extends { example: infer Value; version?: infer V }
  ? { value: Value } & (1 extends V ? object : { version: NonNullable<V> })
  : never;
