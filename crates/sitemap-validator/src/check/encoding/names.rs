//! The names of encodings: the IANA registry of character sets, and names that only browsers know.

/// Names and aliases without a pattern, in lower case.
const NAMES: &str = "adobe-standard-encoding adobe-symbol-encoding amiga-1251 amiga1251 ami-1251 ami1251 \
    ansi_x3.110-1983 ansi_x3.4-1968 ansi_x3.4-1986 arabic arabic7 ascii asmo-708 asmo_449 big5 big5-hkscs \
    bocu-1 brf bs_4730 bs_viewdata ca cesu-8 chinese cn cn-big5 csa7-1 csa7-2 csa_z243.4-1985-1 \
    csa_z243.4-1985-2 csa_z243.4-1985-gr csn_369103 cuba cyrillic cyrillic-asian de dec dec-mcs dec-hanyu \
    dec-kanji din_66003 dk dk-us ds2089 ds_2089 e13b ebcdic-at-de ebcdic-at-de-a ebcdic-be ebcdic-br \
    ebcdic-ca-fr ebcdic-cp-ar1 ebcdic-cp-ar2 ebcdic-cp-be ebcdic-cp-ca ebcdic-cp-ch ebcdic-cp-dk ebcdic-cp-es \
    ebcdic-cp-fi ebcdic-cp-fr ebcdic-cp-gb ebcdic-cp-gr ebcdic-cp-he ebcdic-cp-is ebcdic-cp-it ebcdic-cp-nl \
    ebcdic-cp-no ebcdic-cp-roece ebcdic-cp-se ebcdic-cp-tr ebcdic-cp-us ebcdic-cp-wt ebcdic-cp-yu \
    ebcdic-cyrillic ebcdic-de-850+euro ebcdic-dk-no ebcdic-dk-no-a ebcdic-es ebcdic-es-a ebcdic-es-s \
    ebcdic-fi-se ebcdic-fi-se-a ebcdic-fr ebcdic-int ebcdic-int1 ebcdic-it ebcdic-jp-e ebcdic-jp-kana \
    ebcdic-pt ebcdic-uk ebcdic-us ecma-114 ecma-118 ecma-cyrillic elot_928 es es2 euc-jp euc-kr \
    extended_unix_code_fixed_width_for_japanese extended_unix_code_packed_format_for_japanese fi fr gb \
    gb2312 gb18030 gb_1988-80 gb_2312-80 gbk gost_19768-74 greek greek-ccitt greek7 greek7-old greek8 hebrew \
    hp-desktop hp-legal hp-math8 hp-pi-font hp-roman8 hu hz-gb-2312 iec_p27-1 inis inis-8 inis-cyrillic \
    invariant irv iso-10646-j-1 iso-10646-ucs-2 iso-10646-ucs-4 iso-10646-ucs-basic iso-10646-unicode-latin1 \
    iso-10646-utf-1 iso-11548-1 iso-2022-cn iso-2022-cn-ext iso-2022-jp iso-2022-jp-1 iso-2022-jp-2 \
    iso-2022-jp-3 iso-2022-kr iso-8859-6-e iso-8859-6-i iso-8859-8-e iso-8859-8-i iso-celtic iso-unicode-ibm-1261 \
    iso-unicode-ibm-1264 iso-unicode-ibm-1265 iso-unicode-ibm-1268 iso-unicode-ibm-1276 iso5427cyrillic1981 \
    iso646-ca iso646-ca2 iso646-cn iso646-cu iso646-de iso646-dk iso646-es iso646-es2 iso646-fi iso646-fr \
    iso646-fr1 iso646-gb iso646-hu iso646-it iso646-jp iso646-jp-ocr-b iso646-kr iso646-no iso646-no2 \
    iso646-pt iso646-pt2 iso646-se iso646-se2 iso646-us iso646-yu iso_10367-box iso_11548-1 iso_2033-1983 \
    iso_5427 iso_5428 iso_6937-2-25 iso_6937-2-add iso_8859-supp iso_9036 it jis_c6220-1969 jis_c6220-1969-jp \
    jis_c6220-1969-ro jis_c6226-1978 jis_c6226-1983 jis_c6229-1984-a jis_c6229-1984-b jis_c6229-1984-b-add \
    jis_c6229-1984-hand jis_c6229-1984-hand-add jis_c6229-1984-kana jis_encoding jis_x0201 jis_x0208-1983 \
    jis_x0212-1990 jp jp-ocr-a jp-ocr-b jp-ocr-b-add jp-ocr-hand jp-ocr-hand-add js jus_i.b1.002 \
    jus_i.b1.003-mac jus_i.b1.003-serb katakana koi7-switched koi8-e koi8-r koi8-u korean ks_c_5601-1987 \
    ks_c_5601-1989 ksc5636 ksc_5601 kz-1048 latin-greek latin-greek-1 latin-lap lap mac macedonian macintosh \
    microsoft-publishing mnem mnemonic ms936 ms_kanji msz_7795.3 naplps nats-dano nats-dano-add nats-sefi \
    nats-sefi-add nc_nc00-10:81 nf_z_62-010 no no2 ns_4551-1 ns_4551-2 osd_ebcdic_df03_irv osd_ebcdic_df04_1 \
    osd_ebcdic_df04_15 pc8-danish-norwegian pc8-turkish pt pt2 ptcp154 pt154 r8 ref rk1048 roman8 scsu se se2 \
    sen_850200_b sen_850200_c serbian shift_jis st_sev_358-88 strk1048-2002 t.101-g2 t.61 t.61-7bit t.61-8bit \
    tis-620 tscii uk unicode-1-1 unicode-1-1-utf-7 unicode-1-1-utf-8 unknown-8bit us us-ascii us-dk utf-7 \
    utf-7-imap utf-8 utf-16 utf-16be utf-16le utf-32 utf-32be utf-32le ventura-international ventura-math \
    ventura-us videotex-suppl viqr viscii windows-31j x0201 x0201-7 x0208 x0212 yu \
    dos-874 ks_c_5601 logical shift-jis sjis sun_eu_greek utf16 utf32 visual x-cp1250 x-cp1251 x-cp1252 \
    x-cp1253 x-cp1254 x-cp1255 x-cp1256 x-cp1257 x-cp1258 x-euc-jp x-gbk x-mac-cyrillic x-mac-roman \
    x-mac-ukrainian x-sjis x-x-big5 big5hkscs koi koi8 koi8-ru koi8_r euccn eucjp euckr";

/// The aliases that start with `cs`, without it and in lower case, except those of code pages.
const ALIASES: &str = "ascii isolatin1 isolatin2 isolatin3 isolatin4 isolatin5 isolatin6 isolatinarabic isolatincyrillic \
    isolatingreek isolatinhebrew isotextcomm halfwidthkatakana jisencoding shiftjis eucpkdfmtjapanese \
    eucfixwidjapanese iso4unitedkingdom iso11swedishfornames iso15italian iso17spanish iso21german \
    iso60danishnorwegian iso60norwegian1 iso69french iso10646utf1 iso646basic1983 invariant iso2intlrefversion \
    natssefi natssefiadd natsdano natsdanoadd iso10swedish ksc56011987 iso2022kr euckr iso2022jp iso2022jp2 \
    iso13jisc6220jp iso14jisc6220ro iso16portuguese iso18greek7old iso19latingreek iso25french iso27latingreek1 \
    iso5427cyrillic iso42jisc62261978 iso47bsviewdata iso49inis iso50inis8 iso51iniscyrillic iso54271981 \
    iso5428greek iso57gb1988 iso58gb231280 iso61norwegian2 iso70videotexsupp1 iso84portuguese2 iso85spanish2 \
    iso86hungarian iso87jisx0208 iso88greek7 iso89asmo449 iso90 iso91jisc62291984a iso92jisc62991984b \
    iso93jis62291984badd iso94jis62291984hand iso95jis62291984handadd iso96jisc62291984kana iso2033 iso99naplps \
    iso102t617bit iso103t618bit iso111ecmacyrillic iso121canadian1 iso122canadian2 iso123csaz24341985gr \
    iso88596e iso88596i iso128t101g2 iso88598e iso88598i iso139csn369103 iso141jusib1002 iso143iecp271 \
    iso146serbian iso147macedonian iso150 iso150greekccitt iso151cuba iso6937add iso153gost1976874 iso8859supp \
    iso10367box iso158lap iso159jisx02121990 iso646danish usdk dkus ksc5636 unicode11utf7 iso2022cn \
    iso2022cnext utf8 iso885913 iso885914 iso885915 iso885916 gbk gb18030 osdebcdicdf0415 osdebcdicdf03irv \
    osdebcdicdf041 iso115481 kz1048 unicode ucs4 unicodeascii unicodelatin1 unicodejapanese unicodeibm1261 \
    unicodeibm1264 unicodeibm1265 unicodeibm1268 unicodeibm1276 unicode11 scsu utf7 utf7imap utf16 utf16be \
    utf16le utf32 utf32be utf32le cesu8 cesu-8 bocu1 bocu-1 windows30latin1 windows31latin1 windows31latin2 \
    windows31latin5 windows31j hproman8 adobestandardencoding venturaus venturainternational venturamath decmcs \
    pc850multilingual pc8danishnorwegian pc862latinhebrew pc8turkish pc8codepage437 pcp852 pcp855 pc775baltic \
    ibmsymbols ibmthai ibbm904 ibmebcdicatde hplegal hppifont hpmath8 hppsmath hpdesktop microsoftpublishing \
    gb2312 big5 big5hkscs macintosh ebcdicatdea ebcdiccafr ebcdicdkno ebcdicdknoa ebcdicfise ebcdicfisea \
    ebcdicfr ebcdicit ebcdicpt ebcdices ebcdicesa ebcdicess ebcdicuk ebcdicus unknown8bit mnemonic mnem viscii \
    viqr koi8r koi8u hzgb2312 ptcp154 amiga1251 brf tscii cp51932 cp50220 tis620 windows874 windows1250 \
    windows1251 windows1252 windows1253 windows1254 windows1255 windows1256 windows1257 windows1258";

/// The numbers of IBM's code pages, written `ibm037`, `cp037`, `ibm-037` or as a bare number.
const CODE_PAGES: &str = "037 038 273 274 275 277 278 280 281 284 285 290 297 367 420 423 424 437 500 775 \
    819 850 851 852 855 857 860 861 862 863 864 865 866 868 869 870 871 874 880 891 903 904 905 912 918 936 \
    1026 1047 1250 1251 1252 1253 1254 1255 1256 1257 1258 00858 00924 01140 01141 01142 01143 01144 01145 \
    01146 01147 01148 01149";

/// True if `name` is registered or known to browsers.
pub(super) fn is_known(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let listed = |list: &str, wanted: &str| list.split_ascii_whitespace().any(|known| known == wanted);
    if listed(NAMES, &name) {
        return true;
    }
    let after = |prefixes: &[&str]| prefixes.iter().find_map(|prefix| name.strip_prefix(prefix));
    if let Some(number) = after(&["iso-8859-", "iso_8859-", "iso8859-", "iso8859", "iso-8859", "iso_8859"]) {
        // A year may follow, as in `ISO_8859-16-2001`.
        let part = number.split('-').next().unwrap_or_default();
        return matches!(part.parse::<u8>(), Ok(1..=11 | 13..=16)) && number.len() <= 7;
    }
    if let Some(number) = after(&["iso-ir-"]) {
        return !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    }
    if let Some(number) = after(&["latin", "l"]) {
        return matches!(number.parse::<u8>(), Ok(1..=10));
    }
    if let Some(number) = after(&["windows-"]) {
        return matches!(number.parse::<u16>(), Ok(874 | 936 | 949 | 1250..=1258));
    }
    if let Some(number) = after(&["cp-", "ibm-", "ccsid", "cp", "ibm"]) {
        return listed(CODE_PAGES, number);
    }
    // Every registered name has an alias such as `csISOLatin1`.
    name.strip_prefix("cs").is_some_and(|alias| {
        listed(ALIASES, alias) || alias.strip_prefix("ibm").is_some_and(|number| listed(CODE_PAGES, number))
    })
}
