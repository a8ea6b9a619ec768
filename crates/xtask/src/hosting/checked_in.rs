use std::fmt::Write as _;

use crate::headers::{
    CACHE_ASK, CACHE_FOREVER, EVERYWHERE, FOR_OTHER_SITES, HASHED, POLICY_HEADER, TYPES, UNKNOWN, WIDGET, policy,
};

/// `UPDATE_HOSTING=1 cargo test -p xtask hosting` writes them anew.
#[test]
fn the_files_in_hosting_say_what_the_table_says() {
    let folder = crate::root().join("hosting");
    for (name, text) in [("nginx.conf", nginx()), ("Caddyfile", caddyfile())] {
        if std::env::var_os("UPDATE_HOSTING").is_some() {
            std::fs::write(folder.join(name), &text).expect("written");
        }
        let found = std::fs::read_to_string(folder.join(name)).expect("a file in hosting");
        assert!(found == text, "hosting/{name} is not what headers.rs says; UPDATE_HOSTING=1 writes it anew");
    }
}

/// For nginx: `hosting/nginx.conf`.
fn nginx() -> String {
    let mut text = String::from(
        "\
# The page on nginx. Made from crates/xtask/src/headers.rs, see docs/hosting.md.
#
# It belongs into `http`: put it into /etc/nginx/conf.d/ and change the lines with `server_name`, `listen` and `root`.
# Under a path of a server there is: keep only the maps here, in `http`. What is in `server` from `index` on goes into a
# `location ^~ /some/path/ { ... }` of that server, as docs/hosting.md shows.

",
    );
    let mut maps = vec![(POLICY_HEADER, policy(false), vec![(escaped(WIDGET), policy(true))])];
    for (file, headers) in FOR_OTHER_SITES {
        for (name, value) in headers {
            let row = (escaped(file), (*value).to_owned());
            match maps.iter_mut().find(|map| map.0 == *name) {
                Some(map) => map.2.push(row),
                None => maps.push((name, String::new(), vec![row])),
            }
        }
    }
    for (header, default, rows) in &maps {
        let _ = writeln!(text, "map $uri {} {{\n    default \"{default}\";", variable(header));
        for (file, value) in rows {
            let _ = writeln!(text, "    \"~/{file}$\" \"{value}\";");
        }
        text.push_str("}\n");
    }
    let _ = write!(
        text,
        "# What is not there is not kept.\nmap \"$status$uri\" {cache} {{\n    default \"{CACHE_ASK}\";\n    \
        \"~^(200|206|304)/.*{HASHED}\" \"{CACHE_FOREVER}\";\n}}\n\nserver {{\n    \
        listen 80;\n    listen [::]:80; # not where IPv6 is switched off\n    \
        server_name validator.example.com;\n    root /srv/sitemap-validator/dist;\n\n    \
        index index.html;\n    absolute_redirect off;\n\n    # These take the place of nginx's own.\n    types {{\n",
        cache = variable("Cache-Control"),
    );
    for (extensions, media) in TYPES {
        let _ = writeln!(text, "        {} {};", bare(media), extensions.join(" "));
    }
    // `text/html` is always among them.
    let with_charset = TYPES.iter().map(|(_, media)| *media).filter(|media| media.contains("charset"));
    let with_charset: Vec<&str> = with_charset.map(bare).filter(|media| *media != "text/html").collect();
    let _ = write!(
        text,
        "    }}\n    default_type {UNKNOWN};\n    charset utf-8;\n    charset_types {};\n\n    \
        # What the build has compressed.\n    gzip_static on;\n    gzip_vary on;\n    \
        # With Debian's libnginx-mod-http-brotli-static, or another build of ngx_brotli:\n    # brotli_static on;\n\n    \
        # An `add_header` in a `location` below would drop all of these there: add it here, or repeat them.\n",
        with_charset.join(" "),
    );
    for (name, value) in EVERYWHERE {
        let _ = writeln!(text, "    add_header {name} \"{value}\" always;");
    }
    for (header, ..) in &maps {
        let _ = writeln!(text, "    add_header {header} {} always;", variable(header));
    }
    let _ = write!(
        text,
        "    add_header Cache-Control {} always;\n\n    # Files for other servers.\n    \
        location ~ /(\\.(?!well-known/)|_headers$) {{\n        return 404;\n    }}\n}}\n",
        variable("Cache-Control")
    );
    text
}

/// For Caddy: `hosting/Caddyfile`.
fn caddyfile() -> String {
    let mut text = String::from(
        "\
# The page on Caddy 2. Made from crates/xtask/src/headers.rs, see docs/hosting.md.
# Change the first two lines that follow.

validator.example.com {
	root * /srv/sitemap-validator/dist

	# In this order: the later one wins.
	route {
",
    );
    let _ = writeln!(text, "\t\theader {{\n\t\t\t{POLICY_HEADER} \"{}\"", policy(false));
    for (name, value) in EVERYWHERE {
        let _ = writeln!(text, "\t\t\t{name} \"{value}\"");
    }
    let _ = write!(text, "\t\t\tCache-Control \"{CACHE_ASK}\"\n\t\t}}\n");
    for (file, headers) in FOR_OTHER_SITES {
        let matcher = file.replace('.', "-");
        let _ = writeln!(text, "\t\t@{matcher} path */{file}\n\t\theader @{matcher} {{");
        if file == WIDGET {
            let _ = writeln!(text, "\t\t\t{POLICY_HEADER} \"{}\"", policy(true));
        }
        for (name, value) in headers {
            let _ = writeln!(text, "\t\t\t{name} \"{value}\"");
        }
        text.push_str("\t\t}\n");
    }
    let _ = write!(
        text,
        "\n\t\t@hashed {{\n\t\t\tfile\n\t\t\tpath_regexp \"{HASHED}\"\n\t\t}}\n\
        \t\theader @hashed Cache-Control \"{CACHE_FOREVER}\"\n",
    );
    for (extensions, media) in TYPES {
        let name = extensions[0];
        let _ = write!(
            text,
            "\t\t@{name} {{\n\t\t\tfile\n\t\t\tpath *.{}\n\t\t}}\n\t\theader @{name} Content-Type \"{media}\"\n",
            extensions.join(" *."),
        );
    }
    text.push_str(
        "
		file_server {
			precompressed br gzip
			hide .* _headers
		}
	}
}
",
    );
    text
}

/// A file's name within a regular expression.
fn escaped(file: &str) -> String {
    file.replace('.', "\\.")
}

/// nginx's name for the value of a header.
fn variable(header: &str) -> String {
    format!("$sitemap_validator_{}", header.to_ascii_lowercase().replace('-', "_"))
}

/// A type without its `charset`.
fn bare(media: &str) -> &str {
    media.split(';').next().unwrap_or(media)
}
