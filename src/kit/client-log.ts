/** Maximum length of what a client reports, in characters; the rest is cut off. */
export const maxReportLength = 4000;
/** How many reports of a space are kept, and for how many days. */
export const reportLimits = { count: 1000, days: 30 };
