// Settings of the server that scripts of its pages need. A page has those that differ from the default as attributes of its <html> element, where scripts
// read them.

/** The base of the calls to partners, below which this server answers them by default (E-001). */
export const defaultPartnerApiPath = "/partner-api";
/** The longest password of a member in characters, unless the operator allows longer ones. */
export const defaultPasswordMax = 16;

type Settings = { PARTNER_API_PATH: string; PASSWORD_MAX: number };

/** The attributes of the <html> element of every page. */
export const publicSettingAttributes = ({ PARTNER_API_PATH, PASSWORD_MAX }: Settings): Record<string, string> => ({
  ...(PARTNER_API_PATH === defaultPartnerApiPath ? {} : { "data-partner-api": PARTNER_API_PATH }),
  ...(PASSWORD_MAX === defaultPasswordMax ? {} : { "data-password-max": String(PASSWORD_MAX) }),
});
