-- Words of the wire cannot be names of fields: in a query one could not be told from the other.
ALTER TABLE "contact_message" RENAME COLUMN "language" TO "locale";
ALTER TABLE "wiki" RENAME COLUMN "key" TO "slug";
ALTER INDEX "wiki_by_key" RENAME TO "wiki_by_slug";
ALTER INDEX "wiki_one_key" RENAME TO "wiki_one_slug";
ALTER TABLE "service_package" RENAME COLUMN "key" TO "slug";
ALTER INDEX "service_package_one_key" RENAME TO "service_package_one_slug";

-- The names also stand in what is kept of single fields and of roles. Written over all spaces, so the migration may see them all.
SET LOCAL meridian.tenant = '*';
UPDATE "contact_message" SET "field_versions" = "field_versions" - 'language' || jsonb_build_object('locale', "field_versions"->'language')
  WHERE "field_versions" ? 'language';
UPDATE "wiki" SET "field_versions" = "field_versions" - 'key' || jsonb_build_object('slug', "field_versions"->'key')
  WHERE "field_versions" ? 'key';
UPDATE "service_package" SET "field_versions" = "field_versions" - 'key' || jsonb_build_object('slug', "field_versions"->'key')
  WHERE "field_versions" ? 'key';
UPDATE "role" SET "grants" = (
  SELECT jsonb_agg(CASE WHEN renamed."new" IS NULL THEN g ELSE g || jsonb_build_object(
      'read', replace((g->'read')::text, renamed."old", renamed."new")::jsonb,
      'write', replace((g->'write')::text, renamed."old", renamed."new")::jsonb) END ORDER BY place)
  FROM jsonb_array_elements("grants") WITH ORDINALITY AS listed(g, place)
  LEFT JOIN (VALUES ('contactMessage', '"language"', '"locale"'), ('wiki', '"key"', '"slug"'), ('servicePackage', '"key"', '"slug"'))
    AS renamed("entity", "old", "new") ON renamed."entity" = g->>'entity'
) WHERE jsonb_array_length("grants") > 0;
