-- Paths were kept as they were typed: without a slash in front, in capitals, with one behind. Pages that visitors could not find are found
-- from now on. Where two pages become one address, the later one has the end of its id behind.
SELECT set_config('meridian.tenant', '*', true);
WITH spelled AS (
  SELECT id, tenant_id, path AS typed,
    CASE WHEN path ~ '^[[:space:]/]*$' THEN '/index' ELSE
      '/' || btrim(regexp_replace(regexp_replace(lower(normalize(path, NFKC)), '[[:space:]/]*/[[:space:]/]*', '/', 'g'), '[[:space:]]+', '-', 'g'), '/-') END AS path
  FROM "page" WHERE deleted_at IS NULL
), placed AS (
  SELECT id, tenant_id, typed, path, row_number() OVER (PARTITION BY tenant_id, path ORDER BY (typed <> path), id) AS place FROM spelled
), mended AS (
  UPDATE "page" p SET path = left(d.path, 110) || CASE WHEN d.place = 1 THEN '' ELSE '-' || right(p.id::text, 6) END, version = p.version + 1
  FROM placed d WHERE d.id = p.id AND d.tenant_id = p.tenant_id AND d.typed <> d.path
  RETURNING p.id, p.tenant_id, p.path, p.snapshot_id
)
UPDATE "page_snapshot" s SET path = m.path FROM mended m
WHERE s.tenant_id = m.tenant_id AND s.page_id = m.id AND s.id::text = m.snapshot_id;

-- A page whose draft says something else than what visitors see is so called.
UPDATE "page" p SET status = 'changed' WHERE p.snapshot_id IS NOT NULL AND p.status = 'published' AND p.deleted_at IS NULL
  AND NOT EXISTS (SELECT FROM "page_snapshot" s WHERE s.tenant_id = p.tenant_id AND s.id::text = p.snapshot_id AND s.document = p.document);
