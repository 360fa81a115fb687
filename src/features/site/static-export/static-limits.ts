/** The maximum number of pages in a static export, in each of the two languages. */
export const maxStaticPages = 5000;
