import { version } from "../../package.json";

/** Version of the client as the specification counts it (section 9). */
export const clientVersion = "3.10";

/** Version of this program. */
export const buildVersion = version;
