-- Searches look letters, digits, blanks and signs up by four neighbouring ones, and whole words as such: rows that are there get the entries
-- that records/query/search.server.ts gives new rows. Hashes of 32 bits (FNV-1a) from two starts.
-- The text that searches compare moves into the row: beside it, each comparison read five pages instead of one.
CREATE FUNCTION pg_temp.search_entry(high bigint, low bigint, codes integer[], first integer, last integer) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  FOR n IN first .. last LOOP
    high := ((high # codes[n]) * 16777619) & 4294967295;
    low := ((low # codes[n]) * 16777619) & 4294967295;
  END LOOP;
  RETURN (high >> 11) * 4294967296 + low;
END $$;

CREATE FUNCTION pg_temp.search_pieces(scope text, texts jsonb) RETURNS bigint[] LANGUAGE plpgsql AS $$
DECLARE
  field text;
  folded text;
  line text;
  code integer;
  codes integer[];
  first_high bigint;
  first_low bigint;
  word text;
  found bigint[] := '{}';
BEGIN
  FOR field, folded IN SELECT * FROM jsonb_each_text(texts) LOOP
    first_high := 2166136261;
    first_low := 2654435769;
    FOREACH code IN ARRAY array(SELECT ascii(c) FROM unnest(string_to_array(scope || field || E'\n', NULL)) c) LOOP
      first_high := ((first_high # code) * 16777619) & 4294967295;
      first_low := ((first_low # code) * 16777619) & 4294967295;
    END LOOP;
    FOREACH line IN ARRAY string_to_array(folded, E'\n') LOOP
      codes := array(SELECT ascii(c) FROM unnest(string_to_array(line, NULL)) c);
      FOR i IN 1 .. cardinality(codes) - 3 LOOP
        CONTINUE WHEN greatest(codes[i], codes[i + 1], codes[i + 2], codes[i + 3]) >= 11904;
        found := found || pg_temp.search_entry(first_high, first_low, codes, i, i + 3);
      END LOOP;
      FOR word IN SELECT matched[1] FROM regexp_matches(line, '[0-9a-z\u00c0-\u1fff]+', 'g') matched WHERE length(matched[1]) <= 64 LOOP
        codes := array(SELECT ascii(c) FROM unnest(string_to_array(E'\n' || word, NULL)) c);
        found := found || pg_temp.search_entry(first_high, first_low, codes, 1, cardinality(codes));
      END LOOP;
    END LOOP;
  END LOOP;
  RETURN found;
END $$;

-- An index is made sooner than it is changed for every row.
SELECT set_config('meridian.tenant', '*', true);
DO $$
DECLARE
  name text;
  scope text;
BEGIN
  FOR name IN SELECT table_name FROM information_schema.columns WHERE table_schema = current_schema() AND column_name = 'search' AND udt_name = '_int8' LOOP
    scope := CASE name WHEN 'record' THEN 'tenant_id::text || entity_id || ''.''' ELSE 'tenant_id::text' END;
    EXECUTE format('DROP INDEX %I', name || '_search');
    EXECUTE format('ALTER TABLE %I ALTER COLUMN search_text SET STORAGE MAIN', name);
    EXECUTE format('UPDATE %I SET search_text = search_text || ''{}'',
      search = array(SELECT DISTINCT entry FROM unnest(search || pg_temp.search_pieces(%s, search_text)) entry)', name, scope);
    EXECUTE format('CREATE INDEX %I ON %I USING gin (search) WITH (fastupdate=false)', name || '_search', name);
  END LOOP;
END $$;
