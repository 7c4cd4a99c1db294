-- How texts are sorted, compared and indexed.

-- Numbers within a text in the order of their values: SET-2 before SET-10 (D-25).
create collation natural_order (provider = icu, locale = 'en-u-kn-true');

-- Decimal digits of other scripts, full-width ones among them, as 0 to 9 (shared/digits.ts). Without a subquery, so that it is inlined: it
-- is read for each row of a list.
create function plain_digits(value text) returns text
  language sql immutable parallel safe as $$
  select case when value collate "C" ~ '[^\x01-\x7f]' then translate(value collate "default",
    '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹߀߁߂߃߄߅߆߇߈߉०१२३४५६७८९০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬੭੮੯'
    '૦૧૨૩૪૫૬૭૮૯୦୧୨୩୪୫୬୭୮୯௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯'
    '෦෧෨෩෪෫෬෭෮෯๐๑๒๓๔๕๖๗๘๙໐໑໒໓໔໕໖໗໘໙༠༡༢༣༤༥༦༧༨༩၀၁၂၃၄၅၆၇၈၉႐႑႒႓႔႕႖႗႘႙'
    '០១២៣៤៥៦៧៨៩᠐᠑᠒᠓᠔᠕᠖᠗᠘᠙᥆᥇᥈᥉᥊᥋᥌᥍᥎᥏᧐᧑᧒᧓᧔᧕᧖᧗᧘᧙᪀᪁᪂᪃᪄᪅᪆᪇᪈᪉᪐᪑᪒᪓᪔᪕᪖᪗᪘᪙'
    '᭐᭑᭒᭓᭔᭕᭖᭗᭘᭙᮰᮱᮲᮳᮴᮵᮶᮷᮸᮹᱀᱁᱂᱃᱄᱅᱆᱇᱈᱉᱐᱑᱒᱓᱔᱕᱖᱗᱘᱙꘠꘡꘢꘣꘤꘥꘦꘧꘨꘩꣐꣑꣒꣓꣔꣕꣖꣗꣘꣙'
    '꤀꤁꤂꤃꤄꤅꤆꤇꤈꤉꧐꧑꧒꧓꧔꧕꧖꧗꧘꧙꧰꧱꧲꧳꧴꧵꧶꧷꧸꧹꩐꩑꩒꩓꩔꩕꩖꩗꩘꩙꯰꯱꯲꯳꯴꯵꯶꯷꯸꯹０１２３４５６７８９',
    repeat('0123456789', 36))
  else value collate "default" end
$$;

-- Codes and numbers are compared in lower case, with plain digits, without spaces and hyphens. The result always has the default collation.
create function code_of(value text) returns text
  language sql immutable parallel safe
  as $$ select regexp_replace(lower(public.plain_digits(value) collate "default"), '[[:space:]\u2010-\u2015\u2212-]', '', 'g') $$;

-- NFC serials are compared with plain digits, without any separator.
create function serial_of(value text) returns text
  language sql immutable parallel safe
  as $$ select regexp_replace(lower(public.plain_digits(value) collate "default"), '[[:space:]:._-]', '', 'g') $$;

-- Words are compared in lower case, with one space between two.
create function words_of(value text) returns text
  language sql immutable parallel safe
  as $$ select btrim(regexp_replace(lower(value collate "default"), '[[:space:]]+', ' ', 'g')) $$;

-- What an index holds of a text: its pairs and triples of letters, and each letter outside ASCII by itself, as one may be a word in some
-- scripts. Each starts with the company's number, so that the cost of a search does not grow with other companies.
create function term_grams(company integer, value text) returns text[]
  language plpgsql immutable parallel safe as $$
declare
  letters constant text[] := string_to_array(value, null);
  own constant text := company::text || ':';
  grams text[] := '{}';
begin
  for n in 1 .. cardinality(letters) loop
    if ascii(letters[n]) > 127 then grams := grams || (own || letters[n]); end if;
    if n > 1 then grams := grams || (own || letters[n - 1] || letters[n]); end if;
    if n > 2 then grams := grams || (own || letters[n - 2] || letters[n - 1] || letters[n]); end if;
  end loop;
  return grams;
end $$;

-- The grams a text must have to contain `value`; null when `value` is too short for any.
create function query_grams(company integer, value text) returns text[]
  language sql immutable parallel safe as $$
  select array_agg(distinct company::text || ':' || substr(value, n, size))
  from (select least(char_length(value), 3) as size) s, generate_series(1, char_length(value) - size + 1) n
  where size > 1 or ascii(value) > 127
$$;

-- How a set ID or a tag looks, equal for codes that look alike (digits of other scripts, other hyphens, letters of another alphabet, O and 0, I, l
-- and 1 beside digits), and for 017 and 17. `translate` replaces letters by their twins; the hyphens are the dash punctuation of Unicode and
-- the minus sign.
create function look_of(code text) returns text
  language sql immutable parallel safe as $$
  select trim(regexp_replace(regexp_replace(regexp_replace(
    translate(lower(regexp_replace(regexp_replace(normalize(public.plain_digits(code), nfkc) collate "C",
        '[OoОоΟο](?=[OoОоΟοIlІΙ]*[0-9])|(?<=[0-9][OoОоΟοIlІΙ]*)[OoОоΟο]', '0', 'g'),
        '[IlІΙ](?=[IlІΙ]*[0-9])|(?<=[0-9][IlІΙ]*)[IlІΙ]', '1', 'g') collate public.natural_order),
      'аеорсухіјѕһԁԛԝкмтвнαβεηικμνορτυχγζ',
      'aeopcyxijshdqwkmtbhabehikmnoptyxyz') collate "C",
    '[-\u058a\u05be\u1400\u1806\u2010-\u2015\u2212\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0]', '-', 'g'),
    '\s+', ' ', 'g'),
    '(?<![0-9])0+(?=[0-9])', '', 'g'))
$$;

-- The beginning of a word with up to `slips` letters left out. Two words that differ by that many slips (a letter too many, too few, wrong,
-- or two swapped) have one of these in common. Each starts with the company's number, as above.
create function word_slips(company integer, word text, slips integer) returns text[]
  language plpgsql immutable parallel safe as $$
declare
  own constant text := company::text || ':';
  head constant text := left(word, 8);
  size constant integer := char_length(head);
  rest text;
  found text[] := array[own || head];
begin
  for n in 1 .. size loop
    rest := left(head, n - 1) || substr(head, n + 1);
    found := found || (own || rest);
    continue when slips < 2;
    for m in n .. size - 1 loop
      found := found || (own || left(rest, m - 1) || substr(rest, m + 1));
    end loop;
  end loop;
  return found;
end $$;
