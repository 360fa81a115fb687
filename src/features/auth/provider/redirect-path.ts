/** The address to which identity providers send people back, and where people enter the sign of their space. */
export const redirectPath = "/user/sso";
