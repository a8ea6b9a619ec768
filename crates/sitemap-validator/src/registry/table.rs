//! The table: one row per rule, in the order of the documentation.
//!
//! A row holds the id, the weight, the kind of repair, whether it is on by default, the profiles it
//! belongs to, who says so, and the wordings: what is the case, and what to do. `{0}`, `{1}`, ...
//! stand for the finding's arguments. Titles have at most 80 characters and no final stop.

use super::{Activation, Basis, Repair, RuleInfo, Severity, Template, named, profiles, rules};

rules! {
    // xml
    XmlEmptyFile "xml-empty-file" Error Manual On [All] [Xml Google Yandex]
        "The file is empty"
        => "Check the program that writes the sitemap. The smallest one is `<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url><loc>https://example.com/</loc></url></urlset>`."
        "The file holds nothing but white space"
        => "Check the program that writes the sitemap. The smallest one is `<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url><loc>https://example.com/</loc></url></urlset>`.";
    XmlNotWellFormed "xml-not-well-formed" Error Manual On [All] [SitemapsOrg Xml Google]
        "`{0}` is not allowed here"
        => "Delete it, or repair the markup before it: XML parsers stop reading at this place."
        "The file ends before its first element"
        => "Add a root element: a sitemap starts with `<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">`."
        "`{0}` is not a processing instruction that XML allows"
        => "Delete it. A processing instruction starts with a name, and `xml` is reserved for the first line of a file."
        "`{0}` is allowed only once, before the root element"
        => "Delete this document type declaration: no sitemap needs one."
        "`{0}` is not allowed in a document type declaration"
        => "Delete the whole `<!DOCTYPE …>` declaration: no sitemap needs one."
        "`{0}` stands where {1} is expected"
        => "Delete the whole `<!DOCTYPE …>` declaration: no sitemap needs one."
        "`{0}` refers to itself"
        => "Delete the declaration of the entity, and write the text itself where it is used."
        "The text of `{0}` is not well-formed here"
        => "Delete the declaration of the entity, and write the text itself where it is used."
        "`{0}` refers to something outside the file, which is not allowed here"
        => "Delete the declaration of the entity, and write the text itself where it is used.";
    XmlContentBeforeDeclaration "xml-content-before-declaration" Error Safe On [All] [Xml Google]
        "Blank line before `<?xml … ?>`"
        => "Delete everything before `<?xml`. If a script prints this file, look for a blank line before its opening `<?php` tag or after a closing `?>`."
        "White space before `<?xml … ?>`"
        => "Delete everything before `<?xml`. If a script prints this file, look for spaces before its opening `<?php` tag or after a closing `?>`.";
    XmlTextBeforeRoot "xml-text-before-root" Error Suggest On [All] [Xml]
        "Text before the XML starts: `{0}`"
        => "Delete it. An XML file starts with `<?xml` or with its first element."
        "A message of the server stands before the XML: `{0}`"
        => "Delete it, and repair the fault it reports in the program that writes the file."
        "HTTP headers stand before the XML: `{0}`"
        => "Delete them, and keep only the body of the response."
        "A Markdown code fence stands before the XML: `{0}`"
        => "Delete the fence here and at the end of the file."
        "This was copied from a browser's view of the file: `{0}`"
        => "Save the file itself, or copy it from \"View source\": the browser adds a banner and markers.";
    XmlContentAfterRoot "xml-content-after-root" Error Suggest On [All] [Xml]
        "`{0}` stands after the end of the root element"
        => "Delete everything after the last end tag. Look for a script that prints something at its end.";
    XmlMultipleRoots "xml-multiple-roots" Error Suggest On [All] [Xml]
        "A second root element, `<{0}>`, starts here"
        => "Put all entries into the first root element, or save the two documents as two files."
        "`<{0}>` stands after the end of the root element"
        => "Move it before the end tag of the root element, or delete that end tag if there is a second one at the end.";
    XmlDeclarationMissing "xml-declaration-missing" Info Safe Pedantic [SitemapsOrg Legacy] [SitemapsOrg Xml]
        "The file has no XML declaration"
        => "Start the file with `<?xml version=\"1.0\" encoding=\"UTF-8\"?>`.";
    XmlDeclarationMalformed "xml-declaration-malformed" Error Safe On [All] [Xml]
        "`{0}` is not allowed in the XML declaration"
        => "Write `<?xml version=\"1.0\" encoding=\"UTF-8\"?>`."
        "The XML declaration has no `version`"
        => "Write `<?xml version=\"1.0\" encoding=\"UTF-8\"?>`."
        "`{0}` is in the wrong place of the XML declaration"
        => "Keep the order: write `<?xml version=\"1.0\" encoding=\"UTF-8\"?>`."
        "The XML declaration does not end with `?>`"
        => "Write `<?xml version=\"1.0\" encoding=\"UTF-8\"?>`."
        "`<?{0}` must be written `<?xml`, in lower case"
        => "Write `<?xml version=\"1.0\" encoding=\"UTF-8\"?>`."
        "`standalone` is `{0}`; it can only be `yes` or `no`"
        => "Leave `standalone` out: write `<?xml version=\"1.0\" encoding=\"UTF-8\"?>`."
        "The value of `{0}` in the XML declaration is not in quotes"
        => "Write `<?xml version=\"1.0\" encoding=\"UTF-8\"?>`."
        "`{0}` cannot be the name of an encoding"
        => "Write `<?xml version=\"1.0\" encoding=\"UTF-8\"?>`."
        "`{0}` is given twice in the XML declaration"
        => "Write `<?xml version=\"1.0\" encoding=\"UTF-8\"?>`."
        "There is no space before `{0}` in the XML declaration"
        => "Write `<?xml version=\"1.0\" encoding=\"UTF-8\"?>`.";
    XmlVersionUnsupported "xml-version-unsupported" Warning Safe On [All] [Xml]
        "The XML version is `{0}`, not `1.0`"
        => "Write `version=\"1.0\"`: nothing in a sitemap needs another version."
        "`{0}` is not a version of XML"
        => "Write `version=\"1.0\"`.";
    XmlUnescapedAmpersand "xml-unescaped-ampersand" Error Safe On [All] [SitemapsOrg Xml Google]
        "`&` in text must be written `&amp;`"
        => "Replace `&` with `&amp;`.";
    XmlUnescapedLessThan "xml-unescaped-less-than" Error Suggest On [All] [SitemapsOrg Xml]
        "`<` must be written `&lt;` here"
        => "Replace `<` with `&lt;`."
        "`<` in the value of an attribute must be written `&lt;`"
        => "Replace `<` with `&lt;`, or close the quote before it if it is missing.";
    XmlUndefinedEntity "xml-undefined-entity" Error Suggest On [All] [Xml]
        "`{0}` is not defined in XML"
        => "Write the character itself, or its number such as `&#233;`. XML defines only `&amp;`, `&lt;`, `&gt;`, `&quot;` and `&apos;`."
        "`{0}` is defined in HTML, not in XML"
        => "Write `{1}` instead."
        "`{0}` is not defined in XML"
        => "Write `{1}` if the text itself is meant. XML defines only `&amp;`, `&lt;`, `&gt;`, `&quot;` and `&apos;`.";
    XmlMalformedReference "xml-malformed-reference" Error Suggest On [All] [Xml]
        "`{0}` is not a complete reference"
        => "Write the whole reference and end it with `;`, or write `&amp;` for a plain ampersand."
        "`{0}` does not end with `;`"
        => "Write `{0};`, or write `&amp;` for a plain ampersand."
        "`{0}` has no valid number"
        => "Write the number of a character, such as `&#233;` or `&#xE9;`, or write `&amp;` for a plain ampersand.";
    XmlInvalidCharacterReference "xml-invalid-character-reference" Error Suggest On [All] [Xml]
        "`{0}` stands for a character that XML forbids"
        => "Delete `{0}`.";
    XmlControlCharacter "xml-control-character" Error Safe On [All] [Xml]
        "Character `{0}` is not allowed in XML"
        => "Delete it. Such characters often come from a database export.";
    XmlDiscouragedCharacter "xml-discouraged-character" Info Manual Pedantic [All] [Xml]
        "Character `{0}` is allowed in XML, but discouraged"
        => "Check how the text was converted, and delete the character if it has no meaning."
        "Character `{0}` looks like a misread `{1}`"
        => "Write `{1}`, and check how the text was converted to UTF-8.";
    XmlMismatchedTag "xml-mismatched-tag" Error Suggest On [All] [Xml]
        "`</{0}>` does not close `<{1}>`"
        => "Write `</{1}>`."
        "`</{0}>` comes while `<{1}>` is still open"
        => "Insert `</{1}>` before `</{0}>`."
        "`</{0}>` does not close `<{1}>`: upper and lower case differ"
        => "Write `</{1}>`: XML distinguishes upper and lower case.";
    XmlUnclosedElement "xml-unclosed-element" Error Suggest On [All] [SitemapsOrg Xml]
        "`<{0}>` is never closed"
        => "Insert `</{0}>` where the element ends."
        "The file ends inside `<{0}>`; it looks truncated"
        => "Write or upload the file again: its end is missing."
        "`<{0}>` is still open where the next one starts"
        => "Insert `</{0}>` before the next `<{0}>`.";
    XmlUnexpectedEndTag "xml-unexpected-end-tag" Error Suggest On [All] [Xml]
        "`</{0}>` closes nothing"
        => "Delete `</{0}>`, or add the start tag it belongs to.";
    XmlMalformedTag "xml-malformed-tag" Error Suggest On [All] [Xml]
        "`{0}` is not a well-formed tag"
        => "Write the tag as `<name attribute=\"value\">`."
        "The tag `{0}` has no `>`"
        => "Insert `>` at the end of the tag.";
    XmlSmartQuotes "xml-smart-quotes" Error Safe On [All] [Xml]
        "`{0}` is not a quote that XML understands"
        => "Put the value in straight quotes: `\"`.";
    XmlDuplicateAttribute "xml-duplicate-attribute" Error Suggest On [All] [Xml XmlNames]
        "Attribute `{0}` is given twice"
        => "Delete one of the two."
        "The tag has two default namespaces, `{0}`"
        => "Keep one `xmlns`, and give the other a prefix such as `xmlns:example=\"…\"`."
        "`{0}` and `{1}` are the same attribute"
        => "Delete one of the two: their prefixes stand for the same namespace.";
    XmlBadComment "xml-bad-comment" Error Safe On [All] [Xml]
        "`--` inside a comment"
        => "Write `- -` instead: `--` may only stand at the end of a comment."
        "The comment ends with `{0}`"
        => "End the comment with `-->`.";
    XmlUnterminatedConstruct "xml-unterminated-construct" Error Manual On [All] [Xml]
        "The CDATA section `{0}` is never closed"
        => "Insert `]]>` before the next end tag."
        "The comment `{0}` is never closed"
        => "Insert `-->` where the comment should end."
        "The processing instruction `{0}` is never closed"
        => "Insert `?>` where it should end."
        "The document type declaration `{0}` is never closed"
        => "Delete it: no sitemap needs one."
        "`{0}` is never closed"
        => "Insert `{1}` where it should end.";
    XmlCdataEndInText "xml-cdata-end-in-text" Error Safe On [All] [Xml]
        "`]]>` in text must be written `]]&gt;`"
        => "Replace `]]>` with `]]&gt;`, or delete it if a CDATA section was cut.";
    XmlDoctype "xml-doctype" Warning Safe On [All] [SitemapsOrg Xml]
        "The file has a `<!DOCTYPE …>` declaration"
        => "Delete it: no sitemap needs one, and careful readers refuse files that have one.";
    XmlEntityDeclaration "xml-entity-declaration" Error Manual On [All] [Xml]
        "The file declares an entity, `{0}`"
        => "Delete the declaration, and write the text itself where `&{0};` stands."
        "The file declares a parameter entity, `{0}`"
        => "Delete the whole `<!DOCTYPE …>` declaration: no sitemap needs one.";
    XmlExternalEntity "xml-external-entity" Error Manual On [All] [Xml]
        "The file refers to something outside of it: `{0}`"
        => "Delete the declaration: careful readers never load what a file refers to.";
    XmlDoubleEscaped "xml-double-escaped" Warning Suggest On [All] [SitemapsOrg Google]
        "`{0}` is escaped twice"
        => "Write `{1}`, and escape the value only once.";
    XmlUnprocessedTemplate "xml-unprocessed-template" Error Manual On [All] [Practice]
        "`{0}` looks like template code that was not run"
        => "Check the program that writes the sitemap: the value itself must stand here."
        "`{0}` looks like a missing value of a program"
        => "Leave the element out when the program has no value for it.";

    // encoding
    EncodingInvalidUtf8 "encoding-invalid-utf8" Error Suggest On [All] [SitemapsOrg Xml]
        "Byte `{0}` is not valid UTF-8"
        => "Save the file again as UTF-8."
        "Byte `{0}` is not valid UTF-8"
        => "Save the file again as UTF-8. It looks like windows-1252, where the byte is `{1}`; in a URL, write `{2}`."
        "{0} more lines hold bytes that are not valid UTF-8"
        => "Save the file again as UTF-8.";
    EncodingNotUtf8 "encoding-not-utf8" Error Safe On [All] [SitemapsOrg Google]
        "The file is in `{0}`, not in UTF-8"
        => "Save the file as UTF-8 and write `encoding=\"UTF-8\"`."
        "The file is declared as `{0}`, not as UTF-8"
        => "Write `encoding=\"UTF-8\"`: all characters are plain ASCII, so nothing else changes.";
    EncodingDeclarationMismatch "encoding-declaration-mismatch" Error Suggest On [All] [Xml]
        "The file is declared as `{0}`, but its bytes are {1}"
        => "Save the file as UTF-8 and write `encoding=\"UTF-8\"`."
        "The byte order mark says {1}, the declaration `{0}`"
        => "Save the file as UTF-8 and write `encoding=\"UTF-8\"`."
        "The file is declared as `{0}`, but not all bytes have a meaning in it"
        => "Save the file as UTF-8 and write `encoding=\"UTF-8\"`.";
    EncodingUtf16 "encoding-utf16" Error Suggest On [All] [SitemapsOrg Xml]
        "The file is in {0}, not in UTF-8"
        => "Save the file as UTF-8 without a byte order mark.";
    EncodingBom "encoding-bom" Info Safe Pedantic [All] [Xml Yandex]
        "The file starts with a byte order mark"
        => "Delete it: save the file as \"UTF-8\" rather than \"UTF-8 with BOM\".";
    EncodingBomMisplaced "encoding-bom-misplaced" Error Safe On [All] [Xml]
        "Byte order mark after the start of the file"
        => "Delete the invisible character U+FEFF. It often comes from joining two files."
        "Byte order mark inside a value"
        => "Delete the invisible character U+FEFF: it becomes part of the value.";
    EncodingUnknownName "encoding-unknown-name" Error Suggest On [All] [Xml]
        "`{0}` is not the name of an encoding"
        => "Write `encoding=\"UTF-8\"`.";
    EncodingNonstandardName "encoding-nonstandard-name" Info Safe Pedantic [All] [Xml]
        "`{0}` is not the registered name of UTF-8"
        => "Write `encoding=\"UTF-8\"`.";
    EncodingMojibake "encoding-mojibake" Warning Suggest On [All] [SitemapsOrg]
        "`{0}` looks like a misread `{1}`"
        => "Write `{1}`, and check which program read UTF-8 as windows-1252."
        "`{0}` looks like UTF-8 that was read as windows-1252"
        => "Check which program read UTF-8 as windows-1252, and write the original characters.";
    EncodingReplacementCharacter "encoding-replacement-character" Warning Manual On [All] [Xml]
        "`{0}` stands for a character that was lost"
        => "Write the original character, and check the program that converted the text.";
    EncodingLineEndings "encoding-line-endings" Info Safe Legacy [Legacy] [Xml]
        "Lines that end with CR or CRLF instead of LF: {0}"
        => "Convert all line ends to LF.";

    // structure
    StructureHtmlDocument "structure-html-document" Error Manual On [All] [Google]
        "This is a web page, not a sitemap"
        => "Check the address in a browser with \"View source\": a sitemap starts with `<?xml` or `<urlset`."
        "This is a web page titled `{0}`, not a sitemap"
        => "Check the address in a browser with \"View source\": a sitemap starts with `<?xml` or `<urlset`."
        "This looks like a \"not found\" page, titled `{0}`"
        => "Upload the sitemap, or correct its address: the server has nothing there. Sitemaps often are `/sitemap.xml` or `/sitemap_index.xml`."
        "This looks like a page that refuses access, titled `{0}`"
        => "Let everybody read the sitemap: look at its permissions, the firewall and the bot protection."
        "This looks like a server's error page, titled `{0}`"
        => "Repair the server or the program that writes the sitemap; the server's log says what failed."
        "This is a page that keeps robots out, not a sitemap"
        => "Exempt the sitemap's address from the bot protection: crawlers do not solve its tasks."
        "This looks like a maintenance page, titled `{0}`"
        => "Exempt the sitemap from the maintenance mode, or wait until the site is back."
        "This looks like a login page, not a sitemap"
        => "Let everybody read the sitemap: crawlers do not log in. If it was you who had to, log in and save the file again."
        "This is a browser's view of an XML file, saved as a web page"
        => "Save the file itself, from \"View source\" or with `curl -O` and its address."
        "This is a sitemap as its style sheet shows it, saved as a web page"
        => "Save the file itself, from \"View source\" or with `curl -O` and its address."
        "This is the list of a folder's files, not a sitemap"
        => "Give the sitemap's own address. If it should be in this folder, upload it."
        "This is the start page of a JavaScript app, not a sitemap"
        => "Put the sitemap beside the app's static files, and exempt its address where the server answers all with the app."
        "This looks like a sitemap for visitors, titled `{0}`; crawlers need another"
        => "Give the XML sitemap. Often it is `/sitemap.xml` or `/sitemap_index.xml`; `robots.txt` may name it.";
    StructureUnknownFormat "structure-unknown-format" Error Manual On [All] [SitemapsOrg Google]
        "This is {0}, not a sitemap"
        => "Give an XML sitemap, a text file with one URL a line, RSS or Atom."
        "This is neither XML nor a list of URLs"
        => "Give an XML sitemap, a text file with one URL a line, RSS or Atom."
        "This is a message, not a sitemap: `{1}`"
        => "Correct the address, or let everybody read it: the server did not send the sitemap, but this."
        "This is {0} with URLs in it, not a sitemap"
        => "Write the URLs into a text file, one a line, or as `<url><loc>…</loc></url>` into an XML sitemap."
        "This is {0}, not a sitemap"
        => "Save the column with the URLs alone, as plain text with one URL a line: that is a sitemap."
        "This is {0}, not a sitemap"
        => "Copy the URLs out of it into a plain text file, one a line, or have the site's software write a sitemap."
        "This is {0}, not what it writes"
        => "Run it, and give what it prints: a sitemap starts with `<?xml` or `<urlset`. On a server, have the server run it."
        "This is {0}, not a sitemap"
        => "Delete it, and give the sitemap beside it: macOS leaves such files in archives and on foreign disks."
        "This is a robots.txt file, and it names no sitemap"
        => "Check the sitemap itself, and name it here: `Sitemap: https://…/sitemap.xml`."
        "This is a robots.txt file; it names the sitemap `{0}`"
        => "Check that sitemap, and give this file along with it."
        "This is a robots.txt file; it names {0} sitemaps"
        => "Check those sitemaps, `{1}` first, and give this file along with them.";
    StructureEscapedDocument "structure-escaped-document" Error Suggest On [All] [Xml]
        "The whole document is escaped: its tags are written `&lt;` and `&gt;`"
        => "Write `<` and `>` around the tags; only within values they are escaped."
        "The sitemap is not markup, but the text of `<{0}>`"
        => "Answer with the sitemap itself: have the web service send the XML as it is, not as a string in its own XML."
        "The whole document is written in Base64"
        => "Decode it, for instance with `base64 -d`, and give the XML that comes out."
        "The whole document is percent-encoded: its tags are written `%3C` and `%3E`"
        => "Decode it once; only single characters of URLs are percent-encoded."
        "The whole document is a string of JSON"
        => "Answer with the XML itself, not with its text as JSON."
        "The whole file is gzip written in Base64"
        => "Decode it, for instance with `base64 -d`, and give the file that comes out.";
    StructureUnknownRoot "structure-unknown-root" Error Suggest On [All] [SitemapsOrg Schema]
        "`<{0}>` is not the root of a sitemap; `<{1}>` is probably meant"
        => "Rename the root element to `<{1}>`, its end tag too."
        "`<{0}>` is not the root of a sitemap"
        => "Begin with `<urlset>` for a sitemap or `<sitemapindex>` for an index."
        "`<{0}>` is the root of {1}, not of a sitemap"
        => "Give the sitemap itself: its root is `<urlset>`, or `<sitemapindex>` for an index."
        "The server sent an error instead of a sitemap: `{1}`"
        => "Upload the sitemap, correct its address, or let everybody read it."
        "`<{0}>` is the root of {1}, not of a sitemap"
        => "Give the sitemap that names this style sheet: it only says how browsers show one.";
    StructureWrongRootForContent "structure-wrong-root-for-content" Error Suggest On [All] [SitemapsOrg Schema Google]
        "The entries in `<{0}>` belong in `<{1}>`"
        => "Rename the root to `<{1}>`, its end tag too."
        "`<{0}>` also holds {2} entries that belong in `<{1}>`"
        => "Move them to a file of their own: pages are listed in `<urlset>`, sitemaps in `<sitemapindex>`.";
    StructureElementCase "structure-element-case" Error Suggest On [All] [Xml Schema]
        "`<{0}>` must be written `<{1}>`"
        => "Write `<{1}>`, in lower case, in the end tag too.";
    StructureElementTypo "structure-element-typo" Error Suggest On [All] [Schema Yandex]
        "`<{0}>` is not an element of the protocol; `<{1}>` is probably meant"
        => "Write `<{1}>`, in the end tag too.";
    StructureUnknownElement "structure-unknown-element" Warning Manual On [All] [Schema Yandex]
        "`<{0}>` is not an element of the protocol"
        => "Delete it, or put it in the namespace of an extension; `<{1}>` may not hold it.";
    StructureMisplacedElement "structure-misplaced-element" Error Suggest On [All] [SitemapsOrg Schema]
        "`<{0}>` may not stand in `<{1}>`"
        => "Move it into the entry it belongs to, or delete it."
        "`<{0}>` stands within another `<{1}>`"
        => "Close the first `<{1}>` before the second begins.";
    StructureMissingLoc "structure-missing-loc" Error Manual On [All] [SitemapsOrg Schema Google Yandex]
        "This `<{0}>` has no `<loc>`"
        => "Add `<loc>` with the address of the page as its first child, or delete the entry.";
    StructureEmptyUrlset "structure-empty-urlset" Warning Manual On [All] [Schema Google]
        "`<{0}>` lists no URL"
        => "Add at least one `<url>`, or delete the file and what refers to it.";
    StructureDuplicateElement "structure-duplicate-element" Error Safe On [All] [Schema Google Yandex]
        "`<{0}>` is given twice in one `<{1}>`"
        => "Keep one of them."
        "`<{0}>` is given twice in one `<{1}>`"
        => "Give each address a `<{1}>` of its own.";
    StructureElementOrder "structure-element-order" Info Safe Pedantic [All] [Schema]
        "`<{0}>` precedes an element the schema puts first; entries: {1}"
        => "Write the elements in the order `loc`, `lastmod`, `changefreq`, `priority`; no engine is known to mind.";
    StructureExtensionOrder "structure-extension-order" Info Safe Pedantic [All] [Schema]
        "`<{0}>` precedes an element of the protocol; entries: {1}"
        => "Move extension elements behind `loc`, `lastmod`, `changefreq` and `priority`."
        "`<{0}>` precedes `<loc>`; entries: {1}"
        => "Move it behind `<loc>`: Google reads extensions in any order only after it.";
    StructureUnexpectedAttribute "structure-unexpected-attribute" Warning Safe On [All] [Schema]
        "The protocol knows no attribute `{0}` here"
        => "Delete the attribute.";
    StructureUnexpectedText "structure-unexpected-text" Error Suggest On [All] [Schema]
        "`{0}` may not stand as text in `<{1}>`"
        => "Delete the text, or put back the tags around it."
        "`{0}` stands in `<{1}>` without `<loc>`"
        => "Put it in an element: `<loc>{0}</loc>`.";
    StructureChildInValue "structure-child-in-value" Error Suggest On [All] [Schema Yandex]
        "`<{0}>` may not stand in `<{1}>`, which holds only text"
        => "Write the plain value: `<{1}>` may hold no other element.";
    StructureCommentInValue "structure-comment-in-value" Warning Safe On [All] [Xml]
        "A comment or instruction stands within the value of `<{0}>`"
        => "Move it behind the element: some programs read the value only up to it.";
    StructureCdataValue "structure-cdata-value" Info Safe Pedantic [All] [SitemapsOrg Xml Google]
        "The value of `<{0}>` is written as CDATA"
        => "Write the escaped text; programs without a real XML parser miss the value.";
    StructureExtensionMismatch "structure-extension-mismatch" Info Manual On [All] [SitemapsOrg Google]
        "The file's name ends in `.{0}`, but it holds {1}"
        => "Give the file the ending of what it holds: `.xml` for XML, `.txt` for a list of URLs."
        "The file's name ends in `.{0}`, but it holds {1}"
        => "Rename it to `{2}`: an editor added the last ending when it saved the file.";

    // namespace
    NamespaceMissing "namespace-missing" Error Safe On [SitemapsOrg Google Bing Yandex Legacy] [SitemapsOrg Google]
        "`<{0}>` does not say which format it is"
        => "Write `<{0} xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">`.";
    NamespaceXmlnsTypo "namespace-xmlns-typo" Error Safe On [All] [XmlNames]
        "`{0}` is misspelled: it must be `xmlns`"
        => "Write `xmlns`.";
    NamespaceNearMiss "namespace-near-miss" Error Safe On [All] [SitemapsOrg XmlNames Google]
        "The namespace must start with `http://`, not `https://`"
        => "Write `http://www.sitemaps.org/schemas/sitemap/0.9` exactly; it is a name, not a link. Your page URLs stay on https."
        "The namespace `{0}` is not quite the one of sitemaps"
        => "Write `http://www.sitemaps.org/schemas/sitemap/0.9` exactly; names are compared letter by letter.";
    NamespaceWrong "namespace-wrong" Error Suggest On [All] [SitemapsOrg Google]
        "The namespace `{0}` is not the one of sitemaps"
        => "Write `http://www.sitemaps.org/schemas/sitemap/0.9`.";
    NamespaceLegacy084 "namespace-legacy-084" Warning Safe On [All] [Practice]
        "The namespace is that of Google Sitemaps 0.84, of 2005"
        => "Write `http://www.sitemaps.org/schemas/sitemap/0.9`.";
    NamespaceMissingOnChild "namespace-missing-on-child" Error Safe On [All] [XmlNames Schema]
        "`xmlns=\"\"` takes `<{0}>` out of the sitemap namespace"
        => "Delete `xmlns=\"\"`; programs that write it created the element without the namespace."
        "`<{0}>` is in no namespace, unlike the root"
        => "Give it the prefix of the root, or declare the namespace without a prefix.";
    NamespacePrefixUndeclared "namespace-prefix-undeclared" Error Safe On [All] [XmlNames Google]
        "`{0}:` is used but never declared"
        => "Declare it on the root element; used {1} times, first here."
        "`{0}:` is used but never declared"
        => "Declare `xmlns:{0}` on the root element; used {1} times, first here.";
    NamespacePrefixMisbound "namespace-prefix-misbound" Warning Suggest On [All] [Google]
        "`{0}:` stands for the namespace of another extension"
        => "Bind it to `{2}`, or use the customary prefix of `{1}`.";
    NamespaceExtensionNearMiss "namespace-extension-near-miss" Error Safe On [All] [Google]
        "The namespace of `{2}` is not quite right: `{0}`"
        => "Write `{1}` exactly; names are compared letter by letter.";
    NamespaceUnknownExtension "namespace-unknown-extension" Info Manual Pedantic [All] [SitemapsOrg Schema]
        "Elements of the namespace `{0}` are not checked"
        => "Nothing to do: the protocol allows extensions of your own.";
    NamespaceDiscontinued "namespace-discontinued" Info Suggest On [All] [Google]
        "The extension `{0}` is discontinued"
        => "Remove the declaration and its elements; engines ignore them.";
    NamespacePrefixedCore "namespace-prefixed-core" Info Manual Pedantic [All] [SitemapsOrg XmlNames]
        "The elements of the protocol carry a prefix: `<{0}>`"
        => "Use the default namespace; programs without a real XML parser miss prefixed elements.";
    NamespaceUnused "namespace-unused" Info Safe Pedantic [All] [Practice]
        "The prefix `{0}` is declared but never used"
        => "Delete the declaration.";
    SchemaLocationMalformed "schema-location-malformed" Warning Suggest On [SitemapsOrg Legacy] [SitemapsOrg]
        "`schemaLocation` must hold pairs of URIs, but holds {0}"
        => "Write pairs: the namespace, then its schema."
        "The prefix of `schemaLocation` stands for `{0}`, not XML Schema"
        => "Bind the prefix to `http://www.w3.org/2001/XMLSchema-instance`.";
    SchemaLocationMismatch "schema-location-mismatch" Warning Safe On [SitemapsOrg Legacy] [SitemapsOrg]
        "`schemaLocation` names `{0}`, which is no namespace of this file"
        => "Write `{1}`."
        "`schemaLocation` names the wrong schema: `{0}`"
        => "Write `{1}`.";
    SchemaLocationMissing "schema-location-missing" Info Safe Legacy [Legacy] [SitemapsOrg]
        "`<{0}>` has no `xsi:schemaLocation`"
        => "Add it if programs that check against a schema read this file.";

    // loc
    LocEmpty "loc-empty" Error Suggest On [All] [SitemapsOrg Schema Google]
        "`{0}` holds no URL"
        => "Write a complete URL, such as `https://www.example.com/`, or delete the entry.";
    LocUnescapedAmpersand "loc-unescaped-ampersand" Error Safe On [All] [SitemapsOrg Xml]
        "`&` in a URL must be written `&amp;`"
        => "Replace `&` with `&amp;`. Crawlers turn it back into `&` before they fetch the page.";
    LocRelative "loc-relative" Error Suggest On [All] [SitemapsOrg Google]
        "`{0}` is not a complete URL"
        => "Begin it with a scheme and a host, such as `https://www.example.com/`."
        "`{0}` is not a complete URL"
        => "Write `{1}`.";
    LocMissingScheme "loc-missing-scheme" Error Suggest On [All] [SitemapsOrg Google]
        "`{0}` does not begin with `http://` or `https://`"
        => "Write `{1}`.";
    LocMalformedScheme "loc-malformed-scheme" Error Suggest On [All] [Google Rfc3986]
        "`{0}` is not how a URL begins"
        => "Write `{1}` instead.";
    LocUnsupportedScheme "loc-unsupported-scheme" Error Manual On [All] [SitemapsOrg Google]
        "`{0}:` is not a scheme crawlers fetch"
        => "List only URLs that begin with `http://` or `https://`."
        "`{0}:` is a scheme for files, not for pages"
        => "List the `https://` URL of the page.";
    LocMissingHost "loc-missing-host" Error Suggest On [All] [Rfc3986 Rfc9110]
        "`{0}` has no host"
        => "Write the host after `//`, as in `https://www.example.com/page`."
        "`{0}` has no host"
        => "Write the host `{1}` after `//`.";
    LocInvalidHost "loc-invalid-host" Error Suggest On [All] [Rfc3986]
        "`{0}` is not a host: {1}"
        => "Write the name that a browser shows for the site, such as `www.example.com`."
        "`{0}` is not a host: {1}"
        => "Write `{2}`."
        "`{0}` has an underscore, which host names may not have"
        => "Use a host name without underscores: some clients refuse them.";
    LocInvalidPort "loc-invalid-port" Error Manual On [All] [Rfc3986]
        "`{0}` is not a port: ports are numbers from 1 to 65,535"
        => "Delete it with its `:`, or write the port on which the server listens.";
    LocWhitespaceInside "loc-whitespace-inside" Error Safe On [All] [SitemapsOrg Google Rfc3986]
        "White space inside a URL"
        => "Write `{0}` instead."
        "The URL is broken into several lines"
        => "Join the lines, without the white space between them."
        "White space around the URL that XML does not know as such"
        => "Delete it: parsers take it for a part of the URL.";
    LocSurroundingWhitespace "loc-surrounding-whitespace" Warning Safe On [All] [Google]
        "White space around `{0}`"
        => "Delete it: Google crawls URLs exactly as listed.";
    LocIllegalCharacter "loc-illegal-character" Error Safe On [All] [SitemapsOrg Google Rfc3986 Rfc3987]
        "`{0}` cannot stand in a URL"
        => "Write `{1}` instead.";
    LocUnencodedBracket "loc-unencoded-bracket" Warning Safe On [All] [Google Rfc3986]
        "`{0}` may stand only around an IPv6 address"
        => "Write `{1}` instead.";
    LocUnescapedQuote "loc-unescaped-quote" Info Safe Pedantic [SitemapsOrg Legacy] [SitemapsOrg Xml]
        "`'` in a URL is not escaped"
        => "Write `&apos;`, as the protocol's table of escapes asks.";
    LocNonAscii "loc-non-ascii" Warning Suggest On [SitemapsOrg Google Bing Legacy] [SitemapsOrg Google]
        "`{0}` in a URL is not percent-encoded"
        => "Write `{1}` if the server expects UTF-8.";
    LocNonAsciiHost "loc-non-ascii-host" Info Safe On [All] [Rfc3986 Rfc3987]
        "`{0}` is a host with characters beyond ASCII"
        => "Write its ASCII form, `{1}`.";
    LocInvisibleCharacter "loc-invisible-character" Warning Safe On [All] [Rfc3987]
        "Invisible character `{0}` in a URL"
        => "Delete it: with it, the URL leads elsewhere than it looks."
        "No-break space in a URL"
        => "Write `%20`, or delete it."
        "Invisible character `{0}` in a URL"
        => "Keep it only where the script needs it, and percent-encoded; else delete it.";
    LocInvalidPercentEncoding "loc-invalid-percent-encoding" Error Safe On [All] [Rfc3986]
        "`{0}` is not a percent-encoded character"
        => "Write `{1}`: each `%` needs two hexadecimal digits after it.";
    LocPercentEncodingNotUtf8 "loc-percent-encoding-not-utf8" Info Manual On [All] [SitemapsOrg Rfc3986]
        "`{0}` is not percent-encoded UTF-8"
        => "Write `{1}`, unless the server expects ISO-8859-1.";
    LocDoublePercentEncoded "loc-double-percent-encoded" Warning Suggest On [All] [Rfc3986]
        "`{0}` is percent-encoded twice"
        => "Write `{1}`.";
    LocPercentEncodingCase "loc-percent-encoding-case" Info Safe Pedantic [All] [Rfc3986]
        "The normal form of `{0}` is `{1}`"
        => "Write `{1}`.";
    LocFragment "loc-fragment" Warning Suggest On [All] [Google Rfc3986]
        "`{0}` is never sent to the server"
        => "Delete it: crawlers fetch the page without the fragment."
        "`{0}` belongs to a scheme that Google retired in 2015"
        => "List the URL that gives this content without `#!`.";
    LocTooLong "loc-too-long" Error Manual On [All] [SitemapsOrg Schema]
        "URL has {0} characters; the limit is 2,047"
        => "Shorten it, for instance by removing tracking or filter parameters."
        "URL has {0} characters and should have fewer"
        => "Shorten it: the protocol says less than 2,048, and only its schema allows as many.";
    LocTooShort "loc-too-short" Info Safe Pedantic [SitemapsOrg] [Schema]
        "`{0}` has fewer than the 12 characters the schema demands"
        => "Write the `/` after the host.";
    LocEngineLength "loc-engine-length" Warning Manual Overlay [Yandex Baidu] [Yandex Baidu]
        "URL is longer than the {0} characters Yandex accepts"
        => "Shorten it, for instance by removing parameters."
        "URL is longer than the {0} bytes Baidu accepts"
        => "Shorten it, for instance by removing parameters.";
    LocDuplicate "loc-duplicate" Warning Safe On [All] [SitemapsOrg]
        "`{0}` is listed already"
        => "Delete this entry: it adds nothing to the first."
        "`{0}` is listed already, in an entry that differs"
        => "Keep the entry that is right and delete the other."
        "`{0}` is listed already, with another date"
        => "Keep the right date of `{1}` and `{2}`, and delete the other entry.";
    LocDuplicateEquivalent "loc-duplicate-equivalent" Warning Suggest On [All] [Rfc3986]
        "`{0}` is another spelling of a URL listed already"
        => "Keep only one of the two; the other is `{1}`.";
    LocDuplicateVariant "loc-duplicate-variant" Info Manual On [All] [SitemapsOrg Google]
        "`{0}` looks like a page listed already"
        => "List only the canonical one of the two; the other is `{1}`."
        "`{0}` is listed with both `http:` and `https:`"
        => "List only one of the two, as the protocol's answers ask; the other is `{1}`.";
    LocNormalizable "loc-normalizable" Info Safe Pedantic [All] [Rfc3986]
        "`{0}` is not in its normal form"
        => "Write `{1}`.";
    LocEmptyPath "loc-empty-path" Info Safe Pedantic [All] [SitemapsOrg Rfc3986]
        "`{0}` has no path"
        => "Write `/` after the host: crawlers send it anyway.";
    LocDotSegments "loc-dot-segments" Warning Suggest On [All] [Rfc3986]
        "`{0}` has dot segments"
        => "Write `{1}`: clients resolve the dots before they fetch.";
    LocDoubleSlash "loc-double-slash" Info Suggest On [All] [Practice]
        "Slashes in a row in the path of a URL"
        => "Write one `/`, if the page is the same."
        "{0} URLs have slashes in a row in their paths"
        => "Write one `/`. Look for a base URL that ends in `/` and is joined to paths that begin with it.";
    LocCredentials "loc-credentials" Warning Suggest On [All] [Rfc3986 Rfc9110]
        "The URL carries a user name or a password"
        => "Delete all up to the `@`, and change the password: this file is public.";
    LocNonPublicHost "loc-non-public-host" Warning Suggest On [All] [Practice]
        "`{0}` cannot be reached from the internet"
        => "Write the public host of the site."
        "`{0}` cannot be reached from the internet"
        => "Write `{1}`, the origin of this sitemap."
        "`{0}` is a domain for documentation"
        => "Write the domain of the site.";
    LocSessionId "loc-session-id" Warning Suggest On [All] [SitemapsOrg]
        "`{0}` looks like a session ID"
        => "Delete it: with it, each visitor gets another URL for the same page.";
    LocTrackingParameter "loc-tracking-parameter" Info Suggest On [All] [Google]
        "`{0}` is a tracking parameter"
        => "Delete it: list the canonical URL.";
    LocMultipleUrls "loc-multiple-urls" Error Suggest On [All] [SitemapsOrg]
        "A second URL begins here: `{0}`"
        => "Give each URL an entry of its own.";
    LocIsSitemap "loc-is-sitemap" Warning Suggest On [All] [SitemapsOrg]
        "`{0}` looks like a sitemap, not like a page"
        => "List it in a `<sitemapindex>`: crawlers do not look for URLs in pages of a `<urlset>`."
        "All {1} URLs look like sitemaps, not like pages"
        => "Make the root `<sitemapindex>` and each `<url>` a `<sitemap>`.";
    LocSelfReference "loc-self-reference" Info Safe On [All] [Practice]
        "The sitemap lists itself: `{0}`"
        => "Delete the entry.";
    LocNotNfc "loc-not-nfc" Info Suggest Pedantic [All] [Rfc3987]
        "`{0}` is written as a letter and a combining mark"
        => "Write `{1}` if the server knows the page by that name.";

    // lastmod
    LastmodEmpty "lastmod-empty" Error Safe On [All] [SitemapsOrg Schema Google]
        "`<lastmod>` is empty"
        => "Delete the element, or write the date of the last change, such as `2024-06-01`.";
    LastmodInvalidDatetime "lastmod-invalid-datetime" Error Suggest On [All] [SitemapsOrg Google Yandex W3cDatetime]
        "`{0}` is not a date sitemaps understand"
        => "Write year, month and day, `2024-06-01`, or add a time with its zone, `2024-06-01T12:00:00+00:00`."
        "`{0}` is not a date sitemaps understand"
        => "Write `{1}`."
        "`{0}` is not a date sitemaps understand"
        => "Write `{1}` if you mean {2}, `{3}` if you mean {4}."
        "`{0}` is a Unix timestamp; sitemaps need a written date"
        => "Write `{1}`."
        "`{0}` is MySQL's zero date, which means no date"
        => "Delete the element, or write the date the page really changed.";
    LastmodInvalidCalendar "lastmod-invalid-calendar" Error Suggest On [All] [Google W3cDatetime]
        "There is no month `{0}`"
        => "Write a month from `01` to `12`. If it is the day, swap the two: dates are year-month-day."
        "There is no day `{0}`: {1} has {2} days"
        => "Write the day the page really changed."
        "There is no hour `{0}`"
        => "Write an hour from `00` to `23`."
        "There is no hour `{0}`; a day ends at `23:59:59`"
        => "Write midnight as the start of the next day: `{1}T00:00:00`."
        "There is no minute `{0}`"
        => "Write a minute from `00` to `59`."
        "There is no second `{0}`"
        => "Write a second from `00` to `59`; leap seconds cannot be written."
        "There is no time zone `{0}`"
        => "Write an offset from `-14:00` to `+14:00`, with minutes up to `59`, or `Z` for UTC."
        "`{1}` is MySQL's zero date, which means no date"
        => "Delete the `<lastmod>` element, or write the date the page really changed.";
    LastmodMissingTimezone "lastmod-missing-timezone" Error Suggest On [All] [Schema Google W3cDatetime]
        "Time without a time zone: `{0}`"
        => "Add `Z` for UTC or your offset, `{0}+02:00`, or keep only the date, `{1}`."
        "Time without a time zone: `{0}`"
        => "Add `Z` for UTC, or `{2}` as in most of this file, or keep only the date, `{1}`.";
    LastmodMalformedTimezone "lastmod-malformed-timezone" Error Safe On [All] [W3cDatetime]
        "Time zone `{0}` is not in the form `Z` or `+hh:mm`"
        => "Write `{1}`."
        "Time zone `{0}` is not in the form `Z` or `+hh:mm`"
        => "Write the offset from UTC that it stands for, such as `-05:00`, or `Z` for UTC."
        "Date and time are joined by `t` instead of `T`"
        => "Write a capital `T`.";
    LastmodReducedPrecision "lastmod-reduced-precision" Warning Manual On [All] [SitemapsOrg Schema W3cDatetime]
        "`{0}` is only a year"
        => "Write the full date, year-month-day. If you do not know it, leave `<lastmod>` out."
        "`{0}` has no day"
        => "Write the full date, year-month-day. If you do not know it, leave `<lastmod>` out.";
    LastmodNoSeconds "lastmod-no-seconds" Info Safe Pedantic [All] [Schema Google W3cDatetime]
        "`{0}` has no seconds"
        => "Add `:00` after the minutes; only strict schema checks ask for it.";
    LastmodDateWithTimezone "lastmod-date-with-timezone" Warning Safe On [All] [Schema W3cDatetime]
        "Time zone without a time: `{0}`"
        => "Write `{1}`, or add the time before the zone.";
    LastmodLongFraction "lastmod-long-fraction" Info Safe On [Google] [W3cDatetime]
        "Fraction of a second with {0} digits"
        => "Delete the fraction; whole seconds are more than enough.";
    LastmodFuture "lastmod-future" Warning Manual On [All] [SitemapsOrg Google]
        "`{0}` is in the future"
        => "Write the date the page was last changed, or leave `<lastmod>` out.";
    LastmodImplausiblePast "lastmod-implausible-past" Warning Safe On [All] [Google]
        "`{0}` is older than the first web page"
        => "Write the date the page was last changed, or delete the element."
        "`{0}` looks like an unset date: {1}"
        => "Delete the element, and look in the program that writes it for a date that was never set.";
    LastmodSurroundingWhitespace "lastmod-surrounding-whitespace" Info Safe Pedantic [All] [Practice]
        "White space around `{0}`"
        => "Delete the white space.";
    LastmodAllIdentical "lastmod-all-identical" Warning Manual On [SitemapsOrg Google Bing] [SitemapsOrg Google Bing]
        "All {0} entries have the same `<lastmod>`, `{1}`"
        => "Use each page's own modification date. If you do not have it, leave `<lastmod>` out."
        "{0} of {2} `<lastmod>` dates are the same, `{1}`"
        => "Use each page's own modification date. If you do not have it, leave `<lastmod>` out.";
    LastmodLooksGenerated "lastmod-looks-generated" Info Manual On [Google Bing] [Google Bing]
        "{0} of {1} dates look like the time the file was generated"
        => "Use each page's own modification date. If you do not have it, leave `<lastmod>` out.";
    LastmodMixedPrecision "lastmod-mixed-precision" Info Manual Pedantic [All] [SitemapsOrg Bing]
        "{0} dates without a time, {1} with one"
        => "Write the time everywhere you know it, or nowhere.";

    // changefreq
    ChangefreqEmpty "changefreq-empty" Error Safe On [All] [SitemapsOrg Schema]
        "`<changefreq>` is empty"
        => "Delete the element, or write one of `always`, `hourly`, `daily`, `weekly`, `monthly`, `yearly`, `never`.";
    ChangefreqInvalidValue "changefreq-invalid-value" Error Suggest On [All] [SitemapsOrg Schema Yandex]
        "`{0}` is not a change frequency"
        => "Write `{1}`. Allowed are always, hourly, daily, weekly, monthly, yearly and never."
        "`{0}` is not a change frequency"
        => "Write one of `always`, `hourly`, `daily`, `weekly`, `monthly`, `yearly`, `never`, or delete the element.";
    ChangefreqCase "changefreq-case" Warning Safe On [All] [Schema]
        "`{0}` must be lower case"
        => "Write `{1}`.";
    ChangefreqSurroundingWhitespace "changefreq-surrounding-whitespace" Warning Safe On [All] [Practice]
        "White space around `{0}`"
        => "Delete the white space; here it is part of the value.";
    ChangefreqIgnored "changefreq-ignored" Info Manual Pedantic [Google Bing] [Google Bing]
        "Google and Bing ignore `<changefreq>` (values in this file: {0})"
        => "Keep it for other engines, or remove all of them to save space.";
    ChangefreqContradictsLastmod "changefreq-contradicts-lastmod" Info Manual Pedantic [All] [SitemapsOrg]
        "`{0}`, but the last change is over a year ago"
        => "Write how often the pages really change, or leave `<changefreq>` out. Entries like this: {1}."
        "`{0}`, but the last change is less than a week ago"
        => "Write how often the pages really change, or leave `<changefreq>` out. Entries like this: {1}.";

    // priority
    PriorityEmpty "priority-empty" Error Safe On [All] [Schema]
        "`<priority>` is empty"
        => "Delete the element; the default is 0.5.";
    PriorityNotANumber "priority-not-a-number" Error Suggest On [All] [SitemapsOrg Schema]
        "`{0}` is not a number from 0.0 to 1.0"
        => "Write a decimal number such as `0.8`, or delete the element."
        "`{0}` is a percentage; priority goes from 0.0 to 1.0"
        => "Write `{1}`."
        "`{0}` is a word; priority is a number from 0.0 to 1.0"
        => "Write the number you mean, such as `0.8`, or delete the element.";
    PriorityDecimalComma "priority-decimal-comma" Error Safe On [All] [Schema]
        "Priority uses a comma: `{0}`"
        => "Write `{1}`. If a program writes this file, set its number format to the \"C\" or \"en-US\" locale.";
    PriorityOutOfRange "priority-out-of-range" Error Suggest On [All] [SitemapsOrg Schema]
        "Priority `{0}` is outside 0.0 to 1.0"
        => "Write `{1}`.";
    PrioritySurroundingWhitespace "priority-surrounding-whitespace" Info Safe Pedantic [All] [Practice]
        "White space around `{0}`"
        => "Delete the white space.";
    PriorityUnusualForm "priority-unusual-form" Info Safe Pedantic [All] [Schema]
        "`{0}` is an unusual way to write `{1}`"
        => "Write `{1}`.";
    PriorityAllIdentical "priority-all-identical" Info Manual On [SitemapsOrg Legacy] [SitemapsOrg Schema]
        "All {0} entries have the same priority, `{1}`"
        => "Give important pages a higher priority than others, or remove `<priority>`: it only compares pages of this site."
        "All {0} entries have the highest priority, `{1}`"
        => "Lower the priority of less important pages, or remove `<priority>`: it only compares pages of this site.";
    PriorityDefaultRedundant "priority-default-redundant" Info Safe Pedantic [All] [SitemapsOrg]
        "Priority 0.5 is the default"
        => "Delete the element."
        "{0} entries state the default priority, 0.5"
        => "Delete these elements.";
    PriorityIgnored "priority-ignored" Info Manual Pedantic [Google Bing] [Google Bing]
        "Google and Bing ignore `<priority>` (values in this file: {0})"
        => "Keep it for other engines, such as Yandex, or remove all of them to save space.";

    // scope
    ScopeDifferentHost "scope-different-host" Error Suggest On [All] [SitemapsOrg Google Yandex]
        "`{0}` is not this sitemap's host, `{1}`"
        => "List it in a sitemap on its own host. To list it here, name this sitemap in that host's robots.txt, or submit it through Search Console with both hosts verified."
        "`{0}` is not this sitemap's host, `{1}`"
        => "Write `{1}` if that is where the pages are. Otherwise list them in a sitemap on their own host, or name this one in that host's robots.txt.";
    ScopeWwwMismatch "scope-www-mismatch" Error Suggest On [All] [SitemapsOrg Google]
        "`{0}` is not the same host as `{1}`"
        => "Write `{1}`, the host of this sitemap.";
    ScopeDifferentScheme "scope-different-scheme" Error Suggest On [All] [SitemapsOrg Google]
        "`{0}` URL in an `{1}` sitemap"
        => "Replace `{0}://` with `{1}://`.";
    ScopeDifferentPort "scope-different-port" Error Manual On [All] [SitemapsOrg]
        "Port {0} is not this sitemap's port"
        => "Write `{1}` as host and port.";
    ScopeOutsideDirectory "scope-outside-directory" Error Manual On [All] [SitemapsOrg Google Yandex]
        "`{0}` is outside this sitemap's folder, `{1}`"
        => "Move the sitemap to `{2}/`. Google waives this rule for what is submitted through Search Console.";
    ScopeMixedHosts "scope-mixed-hosts" Warning Manual On [All] [SitemapsOrg]
        "The URLs are on {0} hosts"
        => "Write one sitemap for each host. Found: `{1}`."
        "The files of this set list pages of {0} hosts"
        => "Write one set for each host. Found: `{1}`.";
    ScopeMixedSchemes "scope-mixed-schemes" Warning Suggest On [All] [SitemapsOrg]
        "Both schemes are in use: `{0}:` {1} times, `{2}:` {3} times"
        => "Use `{2}:` in all URLs.";
    ScopeMixedPorts "scope-mixed-ports" Warning Manual On [All] [SitemapsOrg]
        "`{0}` appears with {1} and with {2}"
        => "Use one port in the whole file.";
    ScopeNotAtRoot "scope-not-at-root" Info Manual Pedantic [All] [SitemapsOrg Google]
        "The sitemap is in `{0}`, not in the root folder"
        => "Move it to `{1}/`, where it may list every page of the site.";
    ScopeFileName "scope-file-name" Info Manual Legacy [Legacy] [Google]
        "The file is called `{0}`, not `sitemap.xml`"
        => "Call it `sitemap.xml`, as the guides of 2010 ask; today any name will do."
        "The sitemap's address has no file name"
        => "Call it `sitemap.xml`, as the guides of 2010 ask; today any name will do.";
    ScopeSitemapUrlNotEscaped "scope-sitemap-url-not-escaped" Info Manual On [SitemapsOrg Legacy] [SitemapsOrg]
        "The sitemap's own URL is not percent-encoded: `{0}`"
        => "Announce it as `{1}`.";
    ScopeRobotsBlocked "scope-robots-blocked" Warning Manual On [All] [Rfc9309 Google]
        "`{0}` is blocked by robots.txt for {1}"
        => "Take the URL out of the sitemap, or change `{2}` in line {3} of robots.txt."
        "The sitemap `{0}` is blocked by robots.txt for {1}"
        => "Change `{2}` in line {3} of robots.txt: what they may not fetch they cannot read."
        "`{0}` is blocked by robots.txt for {1}"
        => "Take it out of the entry, or change `{2}` in line {3} of its host's robots.txt.";
    ScopeRobotsSitemapBlocked "scope-robots-sitemap-blocked" Error Manual On [All] [Google Yandex]
        "This sitemap is blocked by robots.txt for {0}"
        => "Add `Allow: {3}` to the same group of robots.txt, or change `{1}` in line {2}."
        "This sitemap is blocked by robots.txt for {0}"
        => "Change `{1}` in line {2} of robots.txt so that it does not match `{3}`.";
    ScopeRobotsNotListed "scope-robots-not-listed" Info Manual On [All] [SitemapsOrg Google]
        "`robots.txt` does not name this sitemap"
        => "Add the line `Sitemap: {0}{1}` to robots.txt, unless you submit the file elsewhere."
        "`robots.txt` does not name this sitemap"
        => "Add the line `Sitemap: {0}{1}` to robots.txt, unless an index named there lists the file.";
    ScopeRobotsSitemapRelative "scope-robots-sitemap-relative" Error Suggest On [All] [SitemapsOrg Google Rfc9309]
        "`{0}` is not the full address of a sitemap"
        => "Write `{1}`."
        "This `Sitemap:` line has no address"
        => "Write the sitemap's full address behind it, or delete the line."
        "`{0}` is not the full address of a sitemap"
        => "Write the address with its `https://` and host, such as `https://…/sitemap.xml`.";

    // limits
    LimitsTooManyUrls "limits-too-many-urls" Error Manual On [All] [SitemapsOrg Schema Google]
        "The file lists {0} URLs; the limit is 50,000"
        => "Split it into {1} files and list them in a sitemap index.";
    LimitsFileTooLarge "limits-file-too-large" Error Manual On [All] [SitemapsOrg Google Bing]
        "The file has {0} bytes; the limit is 50 MB (52,428,800 bytes)"
        => "Split it into {1} or more files and list them in a sitemap index. Compression does not help: the limit counts decompressed bytes.";
    LimitsFileOver10mb "limits-file-over-10mb" Info Manual On [Baidu Legacy] [Baidu]
        "The file has {0} bytes; 10 MB (10,485,760 bytes) is the limit here"
        => "Split it for Baidu. Google, Bing and sitemaps.org have allowed 50 MB since 2016.";
    LimitsIndexTooManySitemaps "limits-index-too-many-sitemaps" Error Manual On [All] [SitemapsOrg Schema Google]
        "The index lists {0} sitemaps; the limit is 50,000"
        => "Split it into {1} indexes and submit each of them.";
    LimitsIndexOver1000 "limits-index-over-1000" Error Manual Legacy [Legacy] [Practice]
        "The index lists {0} sitemaps; the old limit is 1,000"
        => "Split it for old consumers. Since 2009 an index may list 50,000 sitemaps.";
    LimitsNearLimit "limits-near-limit" Info Manual On [All] [SitemapsOrg]
        "The file holds {0} of at most {1} {2}"
        => "Plan to split it into several files with a sitemap index before it grows further.";
    LimitsValueTooLong "limits-value-too-long" Warning Suggest Overlay [Yandex] [Yandex]
        "`<{0}>` has {1} bytes; Yandex reads at most 100"
        => "Shorten the value."
        "`<{0}>` has {1} bytes; Yandex reads at most 100"
        => "Delete the white space around the value.";
    LimitsValidatorCeiling "limits-validator-ceiling" Error Manual On [All] [Practice]
        "Only the first {0} bytes were read; the rest was not checked"
        => "Raise the ceiling, or split the file. This is a limit of the validator, not of sitemaps.";
    LimitsIndexFilesPerSite "limits-index-files-per-site" Info Manual Overlay [Google] [Google]
        "These are {0} sitemap indexes; Search Console takes 500 for a site"
        => "Join indexes: each may list 50,000 sitemaps.";
    // index
    IndexMissingLoc "index-missing-loc" Error Manual On [All] [SitemapsOrg Schema Google]
        "This `<{0}>` has no `<loc>`"
        => "Add `<loc>https://…</loc>` as its first child, or delete the entry.";
    IndexEmpty "index-empty" Warning Manual On [All] [Schema Google]
        "`<{0}>` lists no sitemap"
        => "Add a `<sitemap>` with a `<loc>`, or delete the file.";
    IndexUnexpectedChild "index-unexpected-child" Warning Safe On [All] [SitemapsOrg Schema]
        "`<{0}>` does not belong in an index"
        => "Delete it: a `<sitemap>` holds a `<loc>` and perhaps a `<lastmod>`.";
    IndexNestedSuspected "index-nested-suspected" Info Manual On [All] [Practice]
        "`{0}` looks like another index"
        => "Check it: an index may list sitemaps, and no other index.";
    IndexSelfReference "index-self-reference" Error Safe On [All] [Google]
        "The index lists itself: `{0}`"
        => "Delete the entry.";
    IndexDuplicateSitemap "index-duplicate-sitemap" Warning Safe On [All] [Practice]
        "`{0}` is listed already"
        => "Delete this entry: it adds nothing to the first."
        "`{0}` is listed already, in an entry that differs"
        => "Keep the entry that is right and delete the other."
        "`{0}` is listed already, with another date"
        => "Keep the right date of `{1}` and `{2}`, and delete the other entry."
        "`{0}` is another spelling of a sitemap listed already"
        => "Keep only one of the two; the other is `{1}`.";
    IndexDifferentHost "index-different-host" Error Manual On [All] [SitemapsOrg Google]
        "`{0}` is not this index's host, `{1}`"
        => "List only sitemaps of the same host, or submit the index through Search Console with both hosts verified."
        "`{0}` is not the same host as `{1}`"
        => "Write `{1}` if the file is there too.";
    IndexDifferentSchemeOrPort "index-different-scheme-or-port" Warning Suggest On [All] [SitemapsOrg]
        "`{0}` sitemap in an `{1}` index"
        => "Replace `{0}://` with `{1}://`."
        "Port {0} is not this index's port"
        => "Write `{1}` as host and port.";
    IndexOutsideDirectory "index-outside-directory" Warning Manual On [Google] [SitemapsOrg Google]
        "`{0}` is outside this index's folder, `{1}`"
        => "Move the sitemap into that folder or below: Google demands it unless the index is submitted through Search Console.";
    IndexLocLooksLikePage "index-loc-looks-like-page" Info Manual On [All] [SitemapsOrg]
        "`{0}` looks like a page, not like a sitemap"
        => "List pages in a `<urlset>`: an index lists sitemap files.";
    IndexNested "index-nested" Error Manual On [All] [Google SitemapsOrg]
        "A sitemap index may not list another index: `{0}`"
        => "List the {1} sitemaps of that file here instead."
        "A sitemap index may not list another index: `{0}`"
        => "List the sitemap of that file here instead.";
    IndexCycle "index-cycle" Error Manual On [All] [Google]
        "This entry and `{0}` lead back to each other"
        => "Delete one of the two entries: an index lists sitemaps, no indexes."
        "This entry leads back to `{0}` through {1} indexes"
        => "Delete the entry: an index lists sitemaps, no indexes.";
    IndexChildInvalid "index-child-invalid" Error Manual On [All] [SitemapsOrg]
        "`{0}` is {1}, not a sitemap"
        => "Put a sitemap at that address, or delete the entry."
        "`{0}` cannot be read to its end"
        => "Repair that file first: readers stop at its first fault.";
    IndexChildNotSupplied "index-child-not-supplied" Info Manual On [All] [Practice]
        "{0} of the {1} sitemaps listed here were not given"
        => "Give them as well to have the whole set checked. The first of them is `{2}`."
        "One of the {1} sitemaps listed here was not given"
        => "Give it as well to have the whole set checked: `{2}`.";
    IndexOrphanSitemap "index-orphan-sitemap" Info Manual On [All] [Practice]
        "No index and no robots.txt of this set lists this sitemap"
        => "Add it to the index, or name it in robots.txt."
        "No index and no robots.txt of this set lists this sitemap"
        => "Add `<sitemap><loc>{0}</loc></sitemap>` to the index.";
    IndexLastmodStale "index-lastmod-stale" Warning Suggest On [All] [SitemapsOrg]
        "`{0}` is older than a page in that sitemap, changed `{1}`"
        => "Write `{1}`, or when `{2}` was last written.";
    IndexCrossFileDuplicate "index-cross-file-duplicate" Info Manual On [All] [Practice]
        "{0} pages of this file are listed in `{1}` as well"
        => "List each page in one file. A page may also be in a news sitemap."
        "One page of this file is listed in `{1}` as well"
        => "List each page in one file. A page may also be in a news sitemap.";
    // image
    ImageMissingLoc "image-missing-loc" Error Manual On [Google] [Google]
        "This `<{0}>` has no `<{1}>`"
        => "Add the address of the image as `<{1}>…</{1}>`, or delete the element.";
    ImageLocInvalid "image-loc-invalid" Error Manual On [Google] [Google]
        "An image cannot be fetched from a `{0}:` URL"
        => "Put the image on a web server, and give its address, which starts with `https://`.";
    ImageTooMany "image-too-many" Error Manual On [Google] [Google]
        "This entry has {0} images; the limit is 1,000"
        => "List the images that matter most for the page, at most 1,000.";
    ImageMisplaced "image-misplaced" Error Suggest On [Google] [Google]
        "`<{0}>` does not stand in `<{1}>`"
        => "Move it into the `<{1}>` it belongs to; one around it may be missing.";
    ImageDuplicateElement "image-duplicate-element" Error Suggest On [Google] [Google]
        "`<{1}>` has a second `<{0}>`"
        => "Delete it if it says the same; two addresses need an `<{1}>` each.";
    ImageDuplicateInUrl "image-duplicate-in-url" Info Safe On [Google] [Practice]
        "This page lists the image twice: `{0}`"
        => "Delete the second one.";
    ImageDeprecatedElement "image-deprecated-element" Info Safe On [Google] [Google]
        "`<{0}>` has no effect in Google any more; uses: {1}"
        => "Leave it out, or keep it: Google has ignored it since August 2022, and it does no harm.";
    ImageUnknownElement "image-unknown-element" Warning Suggest On [Google] [Google]
        "`<{0}>` is no element of image sitemaps; it looks like `{1}`"
        => "Write `{1}` with the same prefix."
        "`<{0}>` is no element of image sitemaps"
        => "Delete it: nothing reads it. The address of an image goes into `loc`."
        "`<{0}>` has no attribute `{1}`"
        => "Delete the attribute.";
    ImageElementOrder "image-element-order" Info Safe Pedantic [Google] [Google]
        "`<{0}>` follows an element the schema puts behind it; images: {1}"
        => "Write `loc`, `caption`, `geo_location`, `title`, `license`; Google needs no more than `loc`.";
    ImageCrossHost "image-cross-host" Info Manual Pedantic [Google] [Google]
        "`{0}` is not the host of the page; images from there: {1}"
        => "Nothing to correct: Google allows it if both sites are verified in Search Console.";
    ImageLocIsPage "image-loc-is-page" Warning Manual On [Google] [Practice]
        "The image has the address of its page: `{0}`"
        => "Give the address of the image file itself.";

    // video
    VideoMissingElement "video-missing-element" Error Manual On [Google] [Google]
        "This `<{0}>` has no `<{1}>`"
        => "Add `<{1}>`: Google requires it of every video."
        "This `<{0}>` has no `<{1}>` and no `<{2}>`"
        => "Add both: Google requires them of every video."
        "This `<{0}>` has no `<{1}>`, no `<{2}>` and no `<{3}>`"
        => "Add all three: Google requires them of every video.";
    VideoMissingLocation "video-missing-location" Error Manual On [Google] [Google]
        "This `<{0}>` has neither `<{1}>` nor `<{2}>`"
        => "Add `<{1}>` with the address of the video file, or `<{2}>` with that of its player.";
    VideoSameAsPage "video-same-as-page" Error Manual On [Google] [Google]
        "`<{0}>` has the address of the page it is on"
        => "Give the address of the video file, or of the player alone.";
    VideoUnsupportedScheme "video-unsupported-scheme" Error Manual On [Google] [Google]
        "A video cannot be fetched from a `{0}:` URL"
        => "Give an address that starts with `https://`, `http://` or `ftp://`. Google does not support streaming protocols.";
    VideoContentFormat "video-content-format" Warning Suggest On [Google] [Google]
        "`{0}` looks like a web page, not a video file"
        => "Give the address of the video file. That of a player belongs in `<{1}>`."
        "`{0}` is a Flash file, which Google does not support"
        => "Give the address of the video in another format."
        "This is a page of {0}, not a video file"
        => "Write `<{1}>{2}</{1}>`.";
    VideoTitleTooLong "video-title-too-long" Warning Manual On [Google] [Google]
        "The title has {0} characters; the schema allows 100"
        => "Shorten it to at most 100 characters.";
    VideoDescriptionTooLong "video-description-too-long" Error Suggest On [Google] [Google]
        "The description has {0} characters; the limit is 2,048"
        => "Shorten it to at most 2,048 characters.";
    VideoDurationInvalid "video-duration-invalid" Error Suggest On [Google] [Google]
        "`{0}` is not a duration in whole seconds"
        => "Write the length of the video in seconds, from `1` to `28800`, in digits alone."
        "`{0}` is not a duration in whole seconds"
        => "Write `{1}`."
        "A duration of `{0}` is not between 1 and 28,800 seconds"
        => "Write the length of the video in seconds, at most `28800` (8 hours), or delete the element."
        "The duration is 0 seconds"
        => "Write the length of the video in seconds, or delete the element."
        "`<{0}>` is empty"
        => "Delete the element, or write the length of the video in seconds.";
    VideoRatingInvalid "video-rating-invalid" Error Suggest On [Google] [Google]
        "`{0}` is not a number from 0.0 to 5.0"
        => "Write a number from `0.0` to `5.0`, with a point."
        "`{0}` is not a number from 0.0 to 5.0"
        => "Write `{1}`."
        "A rating of `{0}` is not between 0.0 and 5.0"
        => "Convert it to a scale from `0.0` to `5.0`, or delete the element."
        "`<{0}>` is empty"
        => "Delete the element, or write a number from `0.0` to `5.0`.";
    VideoViewCountInvalid "video-view-count-invalid" Error Suggest On [Google] [Google]
        "`{0}` is not a number of views"
        => "Write a whole number in digits alone."
        "`{0}` is not a number of views"
        => "Write `{1}`."
        "`<{0}>` is empty"
        => "Delete the element, or write how often the video was viewed.";
    VideoDateInvalid "video-date-invalid" Error Suggest On [Google] [Google]
        "`{0}` is not a date sitemaps understand"
        => "Write year, month and day, `2024-06-01`, or add a time with its zone, `2024-06-01T12:00:00+00:00`."
        "`{0}` is not a date sitemaps understand"
        => "Write `{1}`."
        "`{0}` is not a date sitemaps understand"
        => "Write `{1}` if you mean {2}, `{3}` if you mean {4}."
        "`{0}` is a Unix timestamp; sitemaps need a written date"
        => "Write `{1}`."
        "`{0}` is MySQL's zero date, which means no date"
        => "Write the real date, or delete the element."
        "There is no {1} `{0}`"
        => "Write {2}."
        "There is no day `{0}`: {1} has {2} days"
        => "Write the day you mean."
        "There is no hour `{0}`; a day ends at `23:59:59`"
        => "Write midnight as the start of the next day: `{1}T00:00:00`."
        "Time zone `{0}` is not in the form `Z` or `+hh:mm`"
        => "Write `{1}`."
        "Time zone `{0}` is not in the form `Z` or `+hh:mm`"
        => "Write the offset from UTC that it stands for, such as `-05:00`, or `Z` for UTC."
        "Time without a time zone: `{0}`"
        => "Add `Z` for UTC or your offset, `{0}+02:00`, or keep only the date, `{1}`."
        "`{0}` is {1}, not a complete date"
        => "Write year, month and day, such as `2024-06-01`."
        "Time zone without a time: `{0}`"
        => "Write `{1}`, or add the time before the zone."
        "Date and time are joined by `t` instead of `T`"
        => "Write a capital `T`."
        "`<{0}>` is empty"
        => "Delete the element, or write a date such as `2024-06-01`.";
    VideoExpired "video-expired" Warning Suggest On [Google] [Google]
        "The video expired: `{0}` is in the past"
        => "Delete the video, or this date if the video is still there.";
    VideoDatesInverted "video-dates-inverted" Warning Manual On [Google] [Practice]
        "The video expires, `{0}`, before it is published, `{1}`"
        => "Correct the date that is wrong.";
    VideoYesNoInvalid "video-yes-no-invalid" Error Suggest On [Google] [Google]
        "`{0}` is neither `yes` nor `no`"
        => "Write `yes` or `no`."
        "`{0}` is neither `yes` nor `no`"
        => "Write `{1}`."
        "`<{0}>` is empty"
        => "Delete the element, or write `yes` or `no`.";
    VideoRelationshipInvalid "video-relationship-invalid" Error Suggest On [Google] [Google]
        "`<{0}>` does not say whether it allows or denies"
        => "Add `relationship=\"allow\"` if the video may be shown only there, `relationship=\"deny\"` if it may be shown everywhere else."
        "`{0}` is neither `allow` nor `deny`"
        => "Write `allow` if the video may be shown only there, `deny` if it may be shown everywhere else."
        "`{0}` is neither `allow` nor `deny`"
        => "Write `{1}`.";
    VideoRestrictionInvalid "video-restriction-invalid" Error Suggest On [Google] [Google]
        "`{0}` is not a country code"
        => "Write codes of two capital letters with spaces between them, such as `IE GB`."
        "`{0}` is not two capital letters for each country"
        => "Write `{1}`."
        "`{0}` is no country code of ISO 3166"
        => "Look up the code of the country you mean."
        "`{0}` is no country code of ISO 3166"
        => "Write `{1}`."
        "`{0}` stands between country codes"
        => "Separate the codes by spaces alone.";
    VideoPlatformInvalid "video-platform-invalid" Error Suggest On [Google] [Google]
        "`{0}` is not a platform"
        => "Write `web`, `mobile` or `tv`, with one space between them."
        "`{0}` is not a platform"
        => "Write `{1}`."
        "Something else than one space stands between two platforms"
        => "Write one space."
        "`{0}` stands between platforms"
        => "Separate the platforms by one space.";
    VideoUploaderInvalid "video-uploader-invalid" Error Suggest On [Google] [Google]
        "The name has {0} characters; the limit is 255"
        => "Shorten it to at most 255 characters."
        "`{0}` is not a complete address"
        => "Write the whole address of a page about the uploader, or delete the attribute."
        "`{0}` is not on the host of the page, `{1}`"
        => "Give a page on the same host, or delete the attribute.";
    VideoTooManyTags "video-too-many-tags" Error Suggest On [Google] [Google]
        "This video has {0} tags; the limit is 32"
        => "Keep the 32 tags that matter most.";
    VideoDuplicateElement "video-duplicate-element" Error Suggest On [Google] [Google]
        "`<{1}>` has a second `<{0}>`"
        => "Keep one of them: Google allows it once for each video.";
    VideoMisplaced "video-misplaced" Error Suggest On [Google] [Google]
        "`<{0}>` belongs in `<{1}>`"
        => "Move it into `<{1}>`.";
    VideoDeprecated "video-deprecated" Info Safe On [Google] [Google]
        "`<{0}>` has no effect any more; uses in this file: {1}"
        => "Delete it, or leave it in place: Google does not use it, and it does no harm."
        "`{1}` of `<{0}>` has no effect any more; uses in this file: {2}"
        => "Delete it, or leave it in place: Google does not use it, and it does no harm.";
    VideoLegacyValueInvalid "video-legacy-value-invalid" Info Manual Pedantic [Google] [Google]
        "`{0}` is not {1}"
        => "Correct it, or delete the element, which has no effect any more."
        "The category has {0} characters; the schema allows 256"
        => "Delete the element, which has no effect any more."
        "This `<{0}>` has no `<{1}>`"
        => "Delete the element, which has no effect any more.";
    VideoUnknownElement "video-unknown-element" Warning Suggest On [Google] [Google]
        "`<{0}>` is no element of video sitemaps; it looks like `{1}`"
        => "Write `{1}` with the same prefix."
        "`<{0}>` is no element of video sitemaps"
        => "Delete it: it is ignored."
        "`<{0}>` has no attribute `{1}`"
        => "Delete the attribute.";
    VideoElementOrder "video-element-order" Info Safe Pedantic [Google] [Google]
        "`<{0}>` is out of order; videos with such elements: {1}"
        => "Keep the order of the schema; Google reads any.";
    VideoPreferContentLoc "video-prefer-content-loc" Info Manual Pedantic [Google] [Google]
        "This video has a player, but no address of its file"
        => "Add `<{0}>` with the address of the video file, if there is one.";

    // news
    NewsMissingElement "news-missing-element" Error Manual On [Google] [Google]
        "`<{0}>` lacks `<{1}>`"
        => "Add `<{1}>…</{1}>`: Google requires it of every article."
        "`<{0}>` lacks `<{1}>` and `<{2}>`"
        => "Add `<{1}>` and `<{2}>`: Google requires them of every article."
        "`<{0}>` lacks `<{1}>`, `<{2}>` and `<{3}>`"
        => "Add `<{1}>`, `<{2}>` and `<{3}>`: Google requires them of every article.";
    NewsMultipleInUrl "news-multiple-in-url" Error Manual On [Google] [Google]
        "This entry has a second `<{0}>`"
        => "Keep one: an entry is one page, and a page is one article.";
    NewsTooMany "news-too-many" Error Manual On [Google] [Google]
        "The file has {0} articles; the limit is 1,000"
        => "Split them into {1} files, or remove those that are more than two days old.";
    NewsLanguageInvalid "news-language-invalid" Error Suggest On [Google] [Google Schema]
        "`{0}` is not a language code for news"
        => "Write the ISO 639 code in small letters, such as `en`; for Chinese `zh-cn` or `zh-tw`."
        "`{0}` is not a language code for news"
        => "Write `{1}`: two or three small letters, or `zh-cn` or `zh-tw` for Chinese."
        "`{0}` is not a language of ISO 639"
        => "Write the code of the language, such as `en` for English or `ja` for Japanese."
        "`{0}` is not a language of ISO 639"
        => "Write `{1}` if that is the language.";
    NewsDateInvalid "news-date-invalid" Error Suggest On [Google] [Google]
        "`{0}` is not a date news sitemaps understand"
        => "Write year, month and day, `2024-06-01`, or add a time with its zone, `2024-06-01T12:00:00+00:00`."
        "`{0}` is not a date news sitemaps understand"
        => "Write `{1}`."
        "`{0}` is not a date news sitemaps understand"
        => "Write `{1}` if you mean {2}, `{3}` if you mean {4}."
        "`{0}` is a Unix timestamp; news sitemaps need a written date"
        => "Write `{1}`."
        "`{0}` is MySQL's zero date, which means no date"
        => "Write the date on which the article was published."
        "There is no {1} `{0}`"
        => "Write {2}."
        "There is no day `{0}`: {1} has {2} days"
        => "Write the day on which the article was published."
        "There is no hour `{0}`; a day ends at `23:59:59`"
        => "Write midnight as the start of the next day: `{1}T00:00:00`."
        "Time zone `{0}` is not in the form `Z` or `+hh:mm`"
        => "Write `{1}`."
        "Time zone `{0}` is not in the form `Z` or `+hh:mm`"
        => "Write the offset from UTC that it stands for, such as `-05:00`, or `Z` for UTC."
        "Time without a time zone: `{0}`"
        => "Add `Z` for UTC or your offset, `{0}+02:00`, or keep only the date, `{1}`."
        "`{0}` is {1}, not a complete date"
        => "Write year, month and day, such as `2024-06-01`."
        "Time zone without a time: `{0}`"
        => "Write `{1}`, or add the time before the zone."
        "Date and time are joined by `t` instead of `T`"
        => "Write a capital `T`.";
    NewsTooOld "news-too-old" Warning Suggest On [Google] [Google]
        "Article is {1} days old; news sitemaps cover the last 2"
        => "Remove the `news` block; the entry itself may stay."
        "Article of `{0}` is more than 2 days old"
        => "Remove the `news` block; the entry itself may stay."
        "{1} more articles are older than 2 days, from here on"
        => "Remove their `news` blocks; the entries themselves may stay.";
    NewsDateFuture "news-date-future" Warning Manual On [Google] [Google]
        "Article date lies in the future: `{0}`"
        => "Write when the article was first published. Check the clock and the time zone of the server.";
    NewsNameParenthetical "news-name-parenthetical" Warning Safe On [Google] [Google]
        "Publication name with parentheses: `{0}`"
        => "Write the name as Google News shows it, without what stands in parentheses."
        "Publication name is nothing but parentheses: `{0}`"
        => "Write the name as Google News shows it, without parentheses.";
    NewsNameInconsistent "news-name-inconsistent" Info Manual On [Google] [Google]
        "Publication `{0}` is also called `{1}` here"
        => "Write the name everywhere exactly as Google News shows it.";
    NewsTitleDecorated "news-title-decorated" Info Suggest Pedantic [Google] [Google]
        "Title contains what looks like the publication's name: `{0}`"
        => "Leave it out: the title says what the article is about."
        "Title contains the publication date: `{0}`"
        => "Leave it out: the date has an element of its own.";
    NewsDeprecatedElement "news-deprecated-element" Info Safe On [Google] [Google Schema]
        "`<{0}>` has no documented effect; it is used {1} times"
        => "Leave it out, or keep it: Google's documentation does not mention it any more."
        "`{0}` is not a value the news schema knows for `<{1}>`"
        => "Write {2}, or delete the element."
        "{0} stock tickers; the news schema allows 5"
        => "Keep the five that matter most, or delete the element.";
    NewsUnknownElement "news-unknown-element" Warning Suggest On [Google] [Google Schema]
        "`<{0}>` is no element of news sitemaps; it looks like `{1}`"
        => "Write `{1}` with the same prefix."
        "`<{0}>` is no element of news sitemaps"
        => "Delete it: it is ignored. There are `publication` with `name` and `language`, `publication_date`, `title`."
        "`<{0}>` has no attribute `{1}`"
        => "Delete the attribute.";
    NewsDuplicateElement "news-duplicate-element" Error Suggest On [Google] [Google Schema]
        "`<{1}>` has a second `<{0}>`"
        => "Keep the one that is right.";
    NewsMisplaced "news-misplaced" Error Suggest On [Google] [Google]
        "`<{0}>` belongs in `<{1}>`"
        => "Move it into `<{1}>`.";
    NewsElementOrder "news-element-order" Info Safe Pedantic [Google] [Schema]
        "`<{0}>` is out of order in {1} places"
        => "Keep the order of the schema: `publication` with `name` and `language`, `publication_date`, `title`.";

    // hreflang
    HreflangMissingAttribute "hreflang-missing-attribute" Error Suggest On [Google Yandex] [Google]
        "`<{0}>` has no `{1}`"
        => "Add `{1}`. A link to another language has `rel=\"alternate\"`, `hreflang` and `href`."
        "`<{0}>` has neither `{1}` nor `{2}`"
        => "Add both. A link to another language has `rel=\"alternate\"`, `hreflang` and `href`."
        "`<{0}>` has neither `rel` nor `hreflang` nor `href`"
        => "Add all three, or delete the element."
        "`{0}` is not the attribute `{1}`"
        => "Write `{1}`: in XML the case of names counts.";
    HreflangRelInvalid "hreflang-rel-invalid" Error Suggest On [Google Yandex] [Google]
        "A link with `hreflang` is an `alternate`, not `{0}`"
        => "Write `rel=\"alternate\"`."
        "A link with `hreflang` is an `alternate`, and its `rel` is empty"
        => "Write `rel=\"alternate\"`.";
    HreflangHrefRelative "hreflang-href-relative" Error Suggest On [Google Yandex] [Google]
        "The alternate `{0}` is not a complete URL"
        => "Write `{1}`."
        "The alternate `{0}` is not a complete URL"
        => "Begin it with `https://` and the host.";
    HreflangCodeMalformed "hreflang-code-malformed" Error Suggest On [Google Yandex] [Google Rfc5646]
        "`{0}` is not written as the code of a language and perhaps a region"
        => "Write `{1}`."
        "`{0}` is not written as the code of a language and perhaps a region"
        => "Write a language, and after it a script or a region if they matter: `de`, `zh-Hant`, `de-AT`."
        "`{0}` lists {1} codes, and a link has one"
        => "Write a link for each of them."
        "`hreflang` is empty"
        => "Write the code of the language, such as `de` or `de-AT`, or `x-default`.";
    HreflangUnknownLanguage "hreflang-unknown-language" Error Suggest On [Google Yandex] [Google]
        "`{0}` is no language of ISO 639-1"
        => "Write the code of the language with two letters, such as `en`, and after it the region if it matters."
        "`{0}` is no language of ISO 639-1, and looks like a country"
        => "Write `{1}`: the language comes first, and stands alone unless the country matters."
        "`{0}` has three letters; this language has a code with two"
        => "Write `{1}`."
        "`{0}` has no code of ISO 639-1, the only ones Google supports"
        => "Keep the link if others read it; Google does not."
        "`{0}` is an old code of a language that has another one now"
        => "Write `{1}`."
        "`{0}` is a country and no language of ISO 639-1"
        => "Write the language first, and the country after it."
        "`{0}` is a country; the language comes first"
        => "Write `{1}`.";
    HreflangUnknownRegion "hreflang-unknown-region" Warning Suggest On [Google Yandex] [Google]
        "`{0}` is not the code of a country"
        => "Write `{1}`: Google ignores the part it does not know."
        "`{0}` is not a country code; the United Kingdom is `GB`"
        => "Write `{1}`."
        "`{0}` is the number of an area, and a country has two letters"
        => "Write `{1}`: Google does not support such areas.";
    HreflangUnknownScript "hreflang-unknown-script" Warning Suggest On [Google Yandex] [Google]
        "`{0}` is no script of ISO 15924"
        => "Write `{1}`."
        "`{0}` is no script of ISO 15924"
        => "Leave it out: the language alone says enough unless it is written in several scripts."
        "`{0}` is not a script of this language"
        => "Write `{1}`; the usual script is `{2}` and goes without saying.";
    HreflangLanguageRegionConfusion "hreflang-language-region-confusion" Info Suggest On [Google Yandex] [Google]
        "`{0}` means {1}, and the URL looks like one for {2}"
        => "Write `{3}` if the country is meant."
        "`{0}` means {1}, and the URL looks like one for {2}"
        => "Write one of `{3}` if the country is meant.";
    HreflangDuplicateCode "hreflang-duplicate-code" Error Suggest On [Google Yandex] [Google]
        "`{0}` stands for two URLs in this entry"
        => "Keep one of them, or tell them apart by region, as in `en-GB` and `en-US`."
        "The alternate for `{0}` is given twice"
        => "Delete the second one.";
    HreflangMissingSelf "hreflang-missing-self" Warning Suggest On [Google Yandex] [Google]
        "`{0}` is not among its own alternates"
        => "Add a link to the page itself, with its own language."
        "`{0}` is not among its own alternates"
        => "Add a link to the page itself, with `hreflang=\"{1}\"`."
        "`{0}` is among its own alternates only as `{1}`"
        => "Write the same URL in both places.";
    HreflangMissingReturnLink "hreflang-missing-return-link" Error Suggest On [Google Yandex] [Google]
        "`{0}` does not link back to `{1}`"
        => "Add that link to its entry, or delete this one: Google ignores links that are not returned."
        "`{0}` does not link back to {1} pages"
        => "Add these links to its entry: Google ignores links that are not returned."
        "This alternate, listed in `{0}`, does not link back"
        => "Add a link to this page there, or delete this one: Google ignores links that are not returned."
        "This alternate, listed in `{0}`, does not link back to {1} pages"
        => "Add these links there: Google ignores links that are not returned.";
    HreflangSetMismatch "hreflang-set-mismatch" Warning Suggest On [Google Yandex] [Google]
        "`{0}` has {2} alternates, and `{1}` has {3}"
        => "Write the same links into the entries of all versions of a page."
        "`{0}` and `{1}` have different alternates"
        => "Write the same links into the entries of all versions of a page."
        "This page has {1} alternates, and one of them in `{0}` has {2}"
        => "Write the same links into the entries of all versions of a page, in all files."
        "This page and one of its alternates in `{0}` have different alternates"
        => "Write the same links into the entries of all versions of a page, in all files.";
    HreflangAlternateNotListed "hreflang-alternate-not-listed" Info Manual On [Google Yandex] [Google]
        "{1} alternates on this host have no entry, such as `{0}`"
        => "Write an entry with all links for each of them, unless another sitemap has it."
        "The alternate `{0}` has no entry"
        => "Write an entry with all links for it, unless another sitemap has it."
        "{0} alternates on this host have no entry in any of the files"
        => "Write an entry with all links for each of them."
        "This alternate has no entry in any of the files"
        => "Write an entry with all links for it.";
    HreflangMissingXDefault "hreflang-missing-x-default" Info Manual Pedantic [Google] [Google]
        "{0} entries name no page for all other languages"
        => "Add a link with `hreflang=\"x-default\"` to the page for those who read none of the languages."
        "This entry names no page for all other languages"
        => "Add a link with `hreflang=\"x-default\"` to the page for those who read none of the languages.";
    HreflangSingle "hreflang-single" Info Safe On [Google Yandex] [Practice]
        "The only alternate of `{0}` is the page itself"
        => "Delete the link, or add those to the other languages.";
    HreflangNonstandardCase "hreflang-nonstandard-case" Info Safe Pedantic [Google Yandex] [Rfc5646]
        "`{0}` is usually written `{1}`"
        => "Write `{1}`, or leave it: the case makes no difference.";
    HreflangMisplaced "hreflang-misplaced" Error Suggest On [Google Yandex] [Google]
        "`<{0}>` belongs in `<url>`, beside `<loc>`"
        => "Move it there."
        "`<{0}>` is not in the namespace of XHTML"
        => "Write `<xhtml:link>`, and `xmlns:xhtml=\"http://www.w3.org/1999/xhtml\"` in the root element."
        "`<{0}>` does not belong in an index"
        => "Delete it here, and give it in the sitemap that lists the page.";
    HreflangNotEmpty "hreflang-not-empty" Warning Safe On [Google Yandex] [Xhtml]
        "`<{0}>` has content"
        => "Delete the content: all that counts is in the attributes.";
    HreflangUnexpectedAttribute "hreflang-unexpected-attribute" Info Manual Pedantic [Google Yandex] [Google]
        "`<{0}>` has the attribute `{1}`, which means nothing there"
        => "Delete it. What counts is `rel`, `hreflang` and `href`."
        "`{1}` is combined with `hreflang`"
        => "Write two links, one with `hreflang` and one with `{1}`.";

    // ext
    MobileGoogleObsolete "mobile-google-obsolete" Info Safe On [Google] [Google]
        "`<{0}>` has no effect in Google any more; uses: {1}"
        => "Delete it and the declaration of its namespace; pages for mobile devices need no mark.";
    MobileBaiduTypeInvalid "mobile-baidu-type-invalid" Error Suggest Overlay [Baidu] [Baidu]
        "`{0}` is no type Baidu documents; it looks like `{1}`"
        => "Write `{1}`."
        "`{0}` is no type Baidu documents"
        => "Write `mobile`, `pc,mobile` or `htmladapt`, or delete the attribute."
        "The `type` is empty"
        => "Delete the attribute, or write `mobile`, `pc,mobile` or `htmladapt`.";
    MobileNotEmpty "mobile-not-empty" Warning Safe On [Google Baidu] [Google Baidu]
        "`<{0}>` is not empty: `{1}`"
        => "Write `<{0}/>`: nothing reads what stands in it."
        "`<{0}>` does not stand in a `<url>`"
        => "Move it into the entry of the page it is about, or delete it.";
    PagemapMissingAttribute "pagemap-missing-attribute" Error Manual On [Google] [Google]
        "This `<{0}>` has no attribute `{1}`"
        => "Add `{1}=\"…\"`.";
    PagemapValueConflict "pagemap-value-conflict" Error Suggest On [Google] [Google]
        "This `<{0}>` has two values: an attribute and a text"
        => "Keep one of them: the attribute `value`, or the text."
        "This `<{0}>` has no value"
        => "Write the value into the attribute `value`, or between the tags.";
    PagemapStructure "pagemap-structure" Warning Manual On [Google] [Google]
        "`<{0}>` is no element of PageMaps; it looks like `{1}`"
        => "Write `{1}`: upper and lower case count."
        "`<{0}>` is no element of PageMaps"
        => "Delete it: the elements are `PageMap`, `Template`, `DataObject` and `Attribute`."
        "`<{0}>` has no attribute `{1}`"
        => "Delete the attribute, or make an `<Attribute>` of it."
        "`<{0}>` does not stand in `<{1}>`"
        => "Move it into the `<{1}>` it belongs to."
        "`<{0}>` stands behind `<{1}>`"
        => "Move it to the front: a `PageMap` starts with its template."
        "`<{1}>` has a second `<{0}>`"
        => "Put what they hold into one.";

    // text
    TextEmpty "text-empty" Warning Manual On [All] [SitemapsOrg Google]
        "The text file lists no URL"
        => "Write one URL on each line, or delete the file.";
    TextNonUrlLine "text-non-url-line" Error Suggest On [All] [SitemapsOrg Google]
        "`{0}` is a comment; a text sitemap has none"
        => "Delete the line."
        "`{0}` is not a URL"
        => "Delete the line: a text sitemap holds URLs, one on each line, and nothing else."
        "`{0}` belongs in robots.txt, not in a text sitemap"
        => "Delete the line, or leave only the URL on it."
        "`{0}` is markup, not a URL"
        => "Leave only the URL on the line, or delete it.";
    TextMultipleValues "text-multiple-values" Error Suggest On [All] [SitemapsOrg]
        "A second URL on one line: `{0}`"
        => "Give each URL a line of its own."
        "`{0}` follows the URL on its line"
        => "Leave only the URL on the line. If the URL has a space in it, write `%20` instead.";
    TextBom "text-bom" Warning Safe On [All] [SitemapsOrg]
        "The file starts with a byte order mark (U+FEFF)"
        => "Save the file as UTF-8 without BOM; simple readers take the mark for a part of the first URL.";
    TextSurroundingWhitespace "text-surrounding-whitespace" Warning Safe On [All] [SitemapsOrg]
        "White space around `{0}`"
        => "Delete the white space: a line holds a URL and nothing else.";
    TextBlankLine "text-blank-line" Info Safe Pedantic [All] [SitemapsOrg]
        "A blank line among the URLs"
        => "Delete it."
        "The file has {0} blank lines"
        => "Delete them.";
    TextEntityEscaped "text-entity-escaped" Warning Safe On [All] [SitemapsOrg]
        "`{0}` stands for `{1}` in XML, but here it is part of the URL"
        => "Write the URL as it is: nothing is escaped in a text sitemap."
        "`{0}` looks like a reference of XML, but here it is part of the URL"
        => "Write the character itself, percent-encoded: nothing is escaped in a text sitemap.";
    TextFileExtension "text-file-extension" Warning Manual On [Google] [Google SitemapsOrg]
        "`{0}` does not end in `.txt`"
        => "Give the file a name that ends in `.txt` or `.txt.gz`: Google asks for it in text sitemaps.";

    // feed
    FeedUnsupportedVersion "feed-unsupported-version" Warning Manual On [Google SitemapsOrg] [SitemapsOrg Google Bing]
        "RSS `{0}` is not the version sitemaps use"
        => "Write the feed as RSS 2.0 or Atom 1.0."
        "`<{0}>` does not say which version of RSS it is"
        => "Write `<rss version=\"2.0\">` if the feed is RSS 2.0."
        "RSS 1.0 (RDF) is in no list of sitemap formats"
        => "Write the feed as RSS 2.0 or Atom 1.0, or list its pages in a `<urlset>`."
        "Atom 0.3 is not among the formats Google names"
        => "Write the feed as Atom 1.0 for Google. The protocol and Bing take Atom 0.3.";
    FeedNamespaceInvalid "feed-namespace-invalid" Error Safe On [All] [Rfc4287 Google MediaRss]
        "`{0}` is nearly the right namespace"
        => "Write `{1}` exactly; names are compared letter by letter."
        "`{0}` is not the namespace of Atom"
        => "Write `{1}` if this is an Atom feed."
        "`<{0}>` is in no namespace"
        => "Write `xmlns=\"{1}\"` in its start tag.";
    FeedEmpty "feed-empty" Warning Manual On [All] [SitemapsOrg Google]
        "The feed has no `<{0}>`"
        => "Add an `<{0}>` with a `<link>`, or take the feed out of the list of sitemaps.";
    FeedItemMissingLink "feed-item-missing-link" Warning Suggest On [All] [SitemapsOrg Rfc4287]
        "This `<{0}>` has no `<link>`"
        => "Add `<link>https://…</link>`: the page's URL is read from it."
        "The `<link>` of this `<{0}>` is empty"
        => "Write the URL of the page in it."
        "This `<{0}>` has its URL only in a `<guid>`"
        => "Add `<link>{1}</link>`: the protocol reads the URL from `<link>`."
        "This `<{0}>` has no `<link>` to its page"
        => "Add `<link href=\"https://…\"/>`, without `rel` or with `rel=\"alternate\"`."
        "The `<link>` of this `<{0}>` holds its URL as text, as in RSS"
        => "Write `<link href=\"{1}\"/>`, as Atom has it.";
    FeedDateInvalid "feed-date-invalid" Warning Suggest On [All] [Rss Rfc4287 SitemapsOrg]
        "`{0}` is not a date as {1} writes it"
        => "Write it as in `{2}`."
        "`{0}` is not a date as {1} writes it"
        => "Write `{2}`."
        "`{0}` can be two dates"
        => "Write `{2}` if you mean {3}, `{4}` if you mean {5}."
        "`{0}` is the wrong weekday: {1} is a `{2}`"
        => "Write `{2}`, or correct the date."
        "`<{0}>` is empty"
        => "Write a date as in `{1}`, or delete the element if the format does not demand it.";
    FeedMissingRequired "feed-missing-required" Warning Manual On [SitemapsOrg] [Rss Rfc4287]
        "`<{0}>` lacks `{1}`"
        => "Add what is missing: {2} demands it.";
    FeedRecentOnly "feed-recent-only" Info Manual On [All] [SitemapsOrg Google]
        "A feed alone may tell only of recent pages"
        => "Submit an XML sitemap of the whole site as well.";
    FeedUnsupportedByEngine "feed-unsupported-by-engine" Warning Manual Overlay [Yandex] [Yandex]
        "Yandex does not read {0} feeds as sitemaps"
        => "List the pages in an XML or text sitemap for Yandex.";
    FeedMrssMissing "feed-mrss-missing" Error Manual On [Google] [Google MediaRss]
        "The video of this `<{0}>` lacks `{1}`"
        => "Add what is missing: Google requires it of videos in Media RSS."
        "The video of this `<{0}>` lacks `{1}`"
        => "Add what is missing; for `url`, the address of the file, or a `<media:player>` with one, will do.";
    FeedMrssValue "feed-mrss-value" Error Manual On [Google] [Google MediaRss]
        "`<{0}>` has {1} characters; Google takes at most {2}"
        => "Shorten the text."
        "The player's address is the page's own: `{0}`"
        => "Write the address of the player, which differs from the item's `<link>`."
        "`{0}` is not a value of `{1}` that Google knows"
        => "Write one of these: `{2}`."
        "This `<{0}>` has no currency"
        => "Add `currency` with a code of three letters, such as `EUR`.";


    // gzip
    GzipCorrupt "gzip-corrupt" Error Manual On [All] [Rfc1952 Google Yandex]
        "The gzip data is damaged near byte {0} of {2}"
        => "Compress the sitemap again, and upload it in binary mode. Only the {1} bytes before the damage were checked."
        "Byte {0} of {2} names compression method {3}; gzip knows only 8, deflate"
        => "Compress the sitemap again, and upload it in binary mode. Only the {1} bytes before the damage were checked."
        "Byte {0} of {2} sets flags that gzip reserves"
        => "Compress the sitemap again, and upload it in binary mode. Only the {1} bytes before the damage were checked."
        "The header's checksum at byte {0} of {2} does not fit the header"
        => "Compress the sitemap again, and upload it in binary mode. Only the {1} bytes before the damage were checked."
        "The checksum at byte {0} of {2} does not fit the content"
        => "Compress the sitemap again: something in it changed on the way. All {1} bytes were checked as they are."
        "The length at byte {0} of {2} says {3} bytes, the content has {4}"
        => "Compress the sitemap again: something in it changed on the way. All {1} bytes were checked as they are.";
    GzipTruncated "gzip-truncated" Error Manual On [All] [Rfc1952 Google Yandex]
        "The gzip data ends early, at byte {0} of {2}"
        => "Upload or download the file again; the transfer was probably cut off. Only the {1} bytes that arrived were checked.";
    GzipDouble "gzip-double" Error Manual On [All] [SitemapsOrg]
        "The sitemap is compressed with gzip {0}"
        => "Compress it once. If the web server compresses what it sends, keep it from doing so for `.gz` files."
        "The file is compressed with gzip more than {0} times; nothing in it was checked"
        => "Unpack it until XML appears, and compress that once.";
    GzipUnsupportedCompression "gzip-unsupported-compression" Error Manual On [All] [SitemapsOrg Google]
        "This is {0}; sitemaps may be compressed with gzip only"
        => "Unpack it, and give the sitemap as it is or compressed with gzip: `gzip sitemap.xml` makes `sitemap.xml.gz`."
        "This is {0}; a sitemap is one file, compressed with gzip at most"
        => "Unpack it, and give each sitemap in it as a file of its own: `.xml`, or `.xml.gz` compressed with gzip."
        "This is {0} with `{1}` in it; sitemaps may be compressed with gzip only"
        => "Unpack it, and give each sitemap in it as a file of its own: `.xml`, or `.xml.gz` compressed with gzip."
        "This is {0}, which gzip's header would have to precede"
        => "Write gzip: `gzencode` for `gzcompress` or `gzdeflate` in PHP, `gzip.compress` for `zlib.compress` in Python."
        "By its name this is {0}; sitemaps may be compressed with gzip only"
        => "Give the sitemap as it is or compressed with gzip. A server may still send it as Brotli to those who ask for it.";
    GzipMultipleMembers "gzip-multiple-members" Info Manual On [All] [Rfc1952]
        "The file is {0} gzip members in a row; the second starts at byte {1}"
        => "Compress the sitemap in one go: some programs stop after the first member.";
    GzipTrailingData "gzip-trailing-data" Warning Manual On [All] [Rfc1952 Practice]
        "Something else follows the gzip data at byte {0} of the compressed file"
        => "Compress the sitemap again, or delete what follows: programs ignore it or refuse the file.";
    GzipExtensionMismatch "gzip-extension-mismatch" Warning Manual On [All] [SitemapsOrg Google]
        "The file's name ends in `.gz`, but the file is not compressed"
        => "Name it `{0}`, or compress it. If it was downloaded, the browser or a proxy may have unpacked it on the way."
        "The file is compressed, but its name does not end in `.gz`"
        => "Name it `{0}`, or unpack it: web servers tell the type of a file by its name.";
    GzipBomb "gzip-bomb" Error Manual On [All] [Practice SitemapsOrg]
        "The {0} bytes of the file unpack to over 1,000 times as many"
        => "Compress the sitemap itself. More than {1} bytes came out, and nothing in them was checked."
        "The file unpacks to more than {0} bytes; the rest was not read"
        => "Split the sitemap: unpacked it may have 52,428,800 bytes. Only the first {0} were checked.";

    // advice
    AdviceNoLastmod "advice-no-lastmod" Info Manual On [Bing Google] [SitemapsOrg Google Bing]
        "None of the {1} entries has a `<lastmod>`"
        => "Add the date each page was last changed: Google and Bing use it to decide what to crawl again."
        "{0} of {1} entries have no `<lastmod>`"
        => "Add the date each page was last changed: Google and Bing use it to decide what to crawl again.";
    AdviceDateOnlyLastmod "advice-date-only-lastmod" Info Manual Pedantic [Bing] [SitemapsOrg Bing]
        "No `<lastmod>` has a time"
        => "Add the time and its zone if you know them, as in `2024-06-01T08:30:00+00:00`; Bing prefers that.";
    AdviceHttpUrls "advice-http-urls" Info Manual Pedantic [All] [Practice]
        "All URLs use `http://`"
        => "List the `https://` addresses if the site answers to them.";
    AdvicePingEndpoint "advice-ping-endpoint" Info Safe On [Google Bing] [SitemapsOrg Google Bing]
        "The ping address `{0}` no longer works"
        => "Delete it. Name the sitemap in robots.txt, Search Console or Bing Webmaster Tools instead.";
    AdviceXsltStylesheet "advice-xslt-stylesheet" Info Suggest On [All] [Practice]
        "XSLT stylesheet; browsers are removing XSLT"
        => "Delete the instruction, or use `text/css`. Crawlers ignore it; only the view in a browser changes.";
    AdviceIndentation "advice-indentation" Info Safe Legacy [Legacy] [Practice]
        "Indentation takes {0} bytes"
        => "Delete the white space between the elements.";
    AdviceCompress "advice-compress" Info Manual Pedantic [All] [SitemapsOrg]
        "The file has {0} bytes and is not compressed"
        => "Serve it as `.xml.gz` or with HTTP compression.";
    AdviceUseIndex "advice-use-index" Info Manual On [All] [SitemapsOrg]
        "There are {0} sitemaps and no index that lists them"
        => "Write a sitemap index that lists them, and submit that one address.";
}
